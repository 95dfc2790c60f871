/** Whether anybody can see the page. Specs stand in for it. */
export interface Visibility {
  readonly hidden: boolean;
  /** Call back each time the page is shown again. */
  whenShown(shown: () => void): void;
}

/** That of the browser; where there is none, in specs, a page is always seen. */
export const ofThisPage: Visibility = {
  get hidden() {
    return 'document' in globalThis && document.hidden;
  },
  whenShown(shown) {
    if (!('document' in globalThis)) return;
    document.addEventListener('visibilitychange', () => {
      if (!document.hidden) shown();
    });
  },
};
