import { SvelteSet } from 'svelte/reactivity';
import type { Memory } from './memory';

const KEY = 'passed';

/** Which exercises were passed in this browser. A link to somebody's passed run counts, as their program does. */
export class Progress {
  private readonly passed: SvelteSet<string>;

  constructor(private readonly memory: Memory) {
    this.passed = new SvelteSet((memory.get(KEY) ?? '').split(' ').filter((id) => id !== ''));
  }

  has(id: string): boolean {
    return this.passed.has(id);
  }

  add(id: string): void {
    if (this.passed.has(id)) return;
    this.passed.add(id);
    this.memory.set(KEY, [...this.passed].join(' '));
  }
}
