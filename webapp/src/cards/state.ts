/** Why a card has nothing to show. */
export type CardState =
  | { readonly kind: "loading" }
  | { readonly kind: "nothing"; readonly message: string }
  | { readonly kind: "error"; readonly message: string; readonly onretry: () => void };
