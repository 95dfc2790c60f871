import type { Component } from 'svelte';
import type { WholeMemory } from '../../page/memory';
import type { Progress } from '../../page/progress.svelte';
import type { Session } from '../../page/session.svelte';

/** What every page is given. */
export interface PageProps {
  session: Session;
  memory: WholeMemory;
  progress: Progress;
}

/** What every file of `panels/chapter/pages` exports beside its component. */
interface PageModule {
  default: Component<PageProps>;
  /** Its short name, in lists. */
  title: string;
  heading: string;
  /** Its place among the pages. */
  order: number;
}

export interface ChapterPage {
  /** Its name in the address: `BestPractices.svelte` is `best-practices`. */
  readonly id: string;
  readonly title: string;
  readonly heading: string;
  readonly content: Component<PageProps>;
}

/** The pages of the chapter in their order. A file is all that one takes. */
export const PAGES: readonly ChapterPage[] = Object.entries(
  import.meta.glob<PageModule>('./pages/*.svelte', { eager: true }),
)
  .sort(([, a], [, b]) => a.order - b.order)
  .map(([path, page]) => ({
    id: nameIn(path),
    title: page.title,
    heading: page.heading,
    content: page.default,
  }));

/** The page of this name; undefined where there is none, or no name. */
export function pageAt(id: string | null): ChapterPage | undefined {
  return PAGES.find((page) => page.id === id);
}

function nameIn(path: string): string {
  const file = path.slice(path.lastIndexOf('/') + 1, -'.svelte'.length);
  return file.replace(/(?<!^)([A-Z])/g, '-$1').toLowerCase();
}
