import type { Curves } from './curves.svelte';

const ZOOM = 2;
/** How much of what is visible Shift and an arrow move. */
const SHARE = 0.2;
const PAGE = 10;

type Move = (curves: Curves) => void;

const MOVES: Readonly<Record<string, Move>> = {
  ArrowLeft: (curves) => curves.step(-1),
  ArrowRight: (curves) => curves.step(1),
  PageUp: (curves) => curves.step(-PAGE),
  PageDown: (curves) => curves.step(PAGE),
  Home: (curves) => curves.step(-Infinity),
  End: (curves) => curves.step(Infinity),
  'Shift+ArrowLeft': ({ axis }) => {
    axis.pan(-SHARE);
  },
  'Shift+ArrowRight': ({ axis }) => {
    axis.pan(SHARE);
  },
  '+': ({ axis }) => {
    axis.zoom(1 / ZOOM);
  },
  '=': ({ axis }) => {
    axis.zoom(1 / ZOOM);
  },
  '-': ({ axis }) => {
    axis.zoom(ZOOM);
  },
  '0': ({ axis }) => {
    axis.reset();
  },
};

/** Read, zoom and move with the keyboard. Gives whether the key meant something here. */
export function keyMove(event: KeyboardEvent, curves: Curves): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.key === 'Escape') return leave(curves);
  const arrow = event.shiftKey && event.key.startsWith('Arrow');
  const move = MOVES[arrow ? `Shift+${event.key}` : event.key];
  move?.(curves);
  return move !== undefined;
}

/** First the reading ends, then the zoom; after that the key belongs to the page again. */
function leave(curves: Curves): boolean {
  if (curves.reading !== null) curves.point(null);
  else if (!curves.axis.following) curves.axis.reset();
  else return false;
  return true;
}
