import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Publisher } from './publisher';

let published: number[];
let publisher: Publisher<number>;
let frames: Map<number, () => void>;

function drawFrame(): void {
  const due = [...frames.values()];
  frames.clear();
  for (const draw of due) draw();
}

beforeEach(() => {
  vi.useFakeTimers();
  frames = new Map();
  let last = 0;
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => {
    frames.set(++last, draw);
    return last;
  });
  vi.stubGlobal('cancelAnimationFrame', (id: number) => frames.delete(id));
  published = [];
  publisher = new Publisher((value) => published.push(value), 250);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('many values in one frame are handed on once, the newest', () => {
  publisher.offer(1);
  publisher.offer(2);
  drawFrame();
  expect(published).toEqual([2]);
  publisher.offer(3);
  drawFrame();
  expect(published).toEqual([2, 3]);
});

test('a hidden page, which has no frames, gets its values from a timer', () => {
  publisher.offer(1);
  vi.advanceTimersByTime(250);
  expect(published).toEqual([1]);
});

test('what is dropped is not handed on', () => {
  publisher.offer(1);
  publisher.drop();
  drawFrame();
  vi.advanceTimersByTime(1000);
  expect(published).toEqual([]);
});
