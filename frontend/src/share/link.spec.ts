import { expect, test } from 'vitest';
import { BadLink, LONGEST_LINK, packProgram, unpackProgram } from './link';

async function complaint(asked: Promise<unknown>): Promise<string> {
  const error: unknown = await asked.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof BadLink) return error.message;
  throw new Error(`a bad link was expected, and this came: ${String(error)}`);
}

test.each(['', 'print("hi")\n', 'größe = "1 € → 2"\n# 🚂\n', 'x = 1\r\n'])(
  'the program %j comes back as it was',
  async (source) => {
    const packed = await packProgram(source, 0);
    expect(packed).toMatch(/^[A-Za-z0-9_-]+$/);
    await expect(unpackProgram(packed)).resolves.toBe(source);
  },
);

test('an ordinary program makes a short link', async () => {
  const source = 'from ray import train\n\n\ndef loop(config):\n    train.report({"loss": 0.1})\n'.repeat(60);
  expect((await packProgram(source, 40)).length).toBeLessThan(source.length / 10);
});

test('a program that is too long for a link is refused with both lengths', async () => {
  const random = Array.from({ length: 30_000 }, (_, index) => Math.imul(index, 2654435761)).join(' ');
  const said = await complaint(packProgram(random, 40));
  expect(said).toMatch(/Got a program whose link is \d+,\d+ characters long; expected at most 16,000\./);
});

test('the address before the program counts', async () => {
  const packed = await packProgram('pass', 0);
  await expect(packProgram('pass', 10, packed.length + 10)).resolves.toBe(packed);
  expect(await complaint(packProgram('pass', 11, packed.length + 10))).toContain('characters long');
});

test('a damaged link is told from a whole one', async () => {
  const whole = await packProgram(
    'print("a program of some length, so that there is something to cut")\n',
    0,
  );
  const changed = whole.slice(0, 30) + (whole[30] === 'A' ? 'B' : 'A') + whole.slice(31);
  expect(await complaint(unpackProgram(''))).toContain('without a program');
  expect(await complaint(unpackProgram(whole.slice(0, -8)))).toContain('cut off or changed');
  expect(await complaint(unpackProgram(changed))).toContain('cut off or changed');
  expect(await complaint(unpackProgram(`${whole}%20`))).toContain('characters that do not belong');
  expect(await complaint(unpackProgram('eJwr'))).toContain('Copy it again');
});

test('a link that unpacks to too much is refused', async () => {
  const bomb = await packProgram('x'.repeat(2_000_000), 0);
  expect(bomb.length).toBeLessThan(LONGEST_LINK);
  expect(await complaint(unpackProgram(bomb))).toContain('at most 262,144 bytes');
  expect(await complaint(unpackProgram('A'.repeat(LONGEST_LINK + 1)))).toContain('at most 16,000');
});
