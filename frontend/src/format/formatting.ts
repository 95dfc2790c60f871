import { PositionEncoding, Workspace, type Diagnostic } from '@astral-sh/ruff-wasm-web';

/** What became of a text: laid out anew, or why not. */
export type Formatted =
  { readonly kind: 'formatted'; readonly text: string } | { readonly kind: 'refused'; readonly why: string };

/** Lines as long as in the exercises, so that a starter is left as it is; the Python that the programs run on. */
const SETTINGS = { 'line-length': 120, 'target-version': 'py311' };

/** Ruff's formatter. Its WebAssembly must be there already. */
export function createFormatter(): (source: string) => Formatted {
  const workspace = new Workspace(SETTINGS, PositionEncoding.Utf16);
  return (source) => {
    try {
      return { kind: 'formatted', text: workspace.format(source) };
    } catch (error) {
      const found = (workspace.check(source) as Diagnostic[]).find(({ code }) => code === 'invalid-syntax');
      if (found === undefined) throw error;
      const { row } = found.start_location;
      const why = `line ${row} cannot be read as Python. ${found.message}. Mend it and format again`;
      return { kind: 'refused', why };
    }
  };
}
