/** Copy a text. False where the browser does not let this page: then it must be shown, to be copied by hand. */
export async function copyText(text: string): Promise<boolean> {
  try {
    // Only pages from https or from this machine have a clipboard at all.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (!clipboard) return false;
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
