import type { Memory } from './memory';

/** How the reader divided the screen: the task's width in pixels, the editor's height and the run's width in percent. */
export interface Sizes {
  readonly task: number;
  readonly work: number;
  readonly run: number;
}

const FIRST: Sizes = { task: 360, work: 50, run: 44 };

/** What was kept, as far as it makes sense; the rest as on a first visit. */
export function rememberedSizes(memory: Memory): Sizes {
  const kept = parsed(memory.get('sizes') ?? '{}');
  const number = (name: keyof Sizes): number => {
    const value = kept[name];
    return typeof value === 'number' && Number.isFinite(value) ? value : FIRST[name];
  };
  return { task: number('task'), work: number('work'), run: number('run') };
}

function parsed(text: string): Partial<Record<keyof Sizes, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
