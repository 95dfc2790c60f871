/** The page of a rule, from what a problem names; pages lie beside this one, wherever it is served from. */
export function rulePage(page: string, base: string = document.baseURI): string {
  return new URL(page, base).href;
}
