/** What this browser remembers between visits. A browser that refuses to (private windows, policies) forgets quietly. */
export interface Memory {
  get(key: string): string | null;
  set(key: string, value: string | null): void;
}

const PREFIX = 'allranks.';

export function browserMemory(): Memory {
  return {
    get(key) {
      try {
        return localStorage.getItem(PREFIX + key);
      } catch {
        return null;
      }
    },
    set(key, value) {
      try {
        if (value === null) localStorage.removeItem(PREFIX + key);
        else localStorage.setItem(PREFIX + key, value);
      } catch (error) {
        console.warn('this browser did not keep what should be remembered', error);
      }
    },
  };
}

/** The learner's text of one exercise, kept until it equals the starter again. */
export class Drafts {
  constructor(private readonly memory: Memory) {}

  read(place: string): string | null {
    return this.memory.get(`draft.${place}`);
  }

  write(place: string, text: string, starter: string): void {
    this.memory.set(`draft.${place}`, text === starter ? null : text);
  }
}
