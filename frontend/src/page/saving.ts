/** Hand a file to the browser's own downloads. */
export function saveAs(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it; the address would hold the content in memory.
  setTimeout(() => {
    URL.revokeObjectURL(address);
  }, 0);
}
