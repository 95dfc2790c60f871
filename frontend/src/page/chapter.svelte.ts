import type { Address } from './session.svelte';
import { SCRATCH } from './route';

/** What comes before a page's name in the address. */
export const CHAPTER = 'chapter';
/** The page that `#chapter` alone is. */
export const FIRST_PAGE = 'architecture';

const PAGE = /^[a-z0-9-]{1,64}$/;

function isPage(hash: string): boolean {
  return hash.replace(/^#\/?/, '').split('/')[0] === CHAPTER;
}

/** The address of a page of the chapter. What is on the screen beside it stays. */
export function pageAddress(page: string): string {
  return `#${CHAPTER}/${page}`;
}

/**
 * The browser's address, of which the chapter takes the beginning: `#chapter/anatomy/train01/run/<id>` is the page
 * “anatomy” where the task would stand, and the rest is what stands beside it.
 *
 * A session that reads and writes through this sees only the rest. It leaves the chapter when it goes to another place,
 * which is a step that Back can undo, and stays in it when it merely says what is shown.
 */
export class Chapter implements Address {
  /** The page that is open, whether or not there is one of this name; null where the task is shown. */
  page = $state<string | null>(null);
  private beside = $state<string | null>(null);

  constructor(private readonly address: Address) {}

  read(): string {
    const hash = this.address.read();
    const parts = hash.replace(/^#\/?/, '').split('/');
    if (!isPage(hash)) {
      this.page = null;
      this.beside = hash;
      return hash;
    }
    const page = parts[1] ?? '';
    this.page = PAGE.test(page) ? page : FIRST_PAGE;
    const rest = parts.slice(2).join('/');
    this.beside = rest === '' ? (this.beside ?? `#${SCRATCH}`) : `#${rest}`;
    this.say();
    return this.beside;
  }

  write(hash: string, how: 'push' | 'replace'): void {
    if (isPage(hash)) {
      this.address.write(hash, how);
      return;
    }
    this.beside = hash;
    if (how === 'push') this.page = null;
    if (this.page === null) this.address.write(hash, how);
    else this.say();
  }

  /** The address of what stands beside the page, which is the way back to its task. */
  get back(): string {
    return this.beside ?? `#${SCRATCH}`;
  }

  private say(): void {
    if (this.page === null) return;
    const whole = `${pageAddress(this.page)}/${this.back.replace(/^#\/?/, '')}`;
    if (whole !== this.address.read()) this.address.write(whole, 'replace');
  }
}
