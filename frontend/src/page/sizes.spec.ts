import { expect, test } from 'vitest';
import { rememberedSizes } from './sizes';

function kept(text: string | null): ReturnType<typeof rememberedSizes> {
  return rememberedSizes({ get: () => text, set: () => undefined });
}

test('a first visit has sizes', () => {
  expect(kept(null)).toEqual({ task: 360, work: 50, run: 44 });
});

test('what was kept is used', () => {
  expect(kept('{"task": 300}')).toMatchObject({ task: 300, work: 50 });
});

test.each(['not json', 'null', '{"task": "wide"}'])('%s is as good as nothing', (text) => {
  expect(kept(text)).toMatchObject({ task: 360 });
});
