/** Which dialog about runs is open, wherever its menu was: the row of an archived run is gone at once. */

export type OpenDialog =
  | { readonly what: "edit"; readonly run: string; readonly focus: "name" | "labels" }
  | { readonly what: "label" | "delete"; readonly runs: readonly string[] }
  | { readonly what: "trash" };

class Dialogs {
  shown = $state.raw<OpenDialog | null>(null);

  close = (): void => {
    this.shown = null;
  };
}

export const dialogs = new Dialogs();
