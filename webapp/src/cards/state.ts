/** Why a card has nothing to show. */
export type CardState =
  | { readonly sort: "loading" }
  | { readonly sort: "nothing"; readonly message: string }
  | { readonly sort: "error"; readonly message: string; readonly onretry: () => void };
