import { readCase, type TroubleCase } from './case';

const texts = import.meta.glob<string>('./*/case.md', { query: '?raw', import: 'default', eager: true });
const broken = import.meta.glob<string>('./*/broken.py', { query: '?raw', import: 'default', eager: true });
const mended = import.meta.glob<string>('./*/mended.py', { query: '?raw', import: 'default', eager: true });

/** Every case, in the order in which they are listed. A folder is all that one takes. */
export const CASES: readonly TroubleCase[] = Object.entries(texts)
  .map(([path, markdown]) => {
    const folder = path.slice(0, path.lastIndexOf('/'));
    const id = folder.slice(2);
    return readCase(id, markdown, broken[`${folder}/broken.py`] ?? '', mended[`${folder}/mended.py`] ?? '');
  })
  .sort((a, b) => a.order - b.order);
