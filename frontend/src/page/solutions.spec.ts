import { expect, test, vi } from 'vitest';
import { Solutions } from './solutions.svelte';

test('a solution is not there before it is asked for, and is asked for once', async () => {
  const solution = vi.fn((id: string) => Promise.resolve(`the solution of ${id}`));
  const solutions = new Solutions({ solution });
  expect(solutions.of('train01')).toBeNull();
  await solutions.ask('train01');
  await solutions.ask('train01');
  expect(solutions.of('train01')).toBe('the solution of train01');
  expect(solutions.of('train02')).toBeNull();
  expect(solution).toHaveBeenCalledOnce();
});

test('a server that did not answer is asked again', async () => {
  const solution = vi.fn<(id: string) => Promise<string>>();
  solution.mockRejectedValueOnce(new Error('away')).mockResolvedValueOnce('the solution');
  const solutions = new Solutions({ solution });
  await expect(solutions.ask('train01')).rejects.toThrow('away');
  expect(await solutions.ask('train01')).toBe('the solution');
});
