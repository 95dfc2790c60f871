import { expect, test } from 'vitest';
import { CASES } from './cases';

test('every case has two programs, and says all that a reader needs', () => {
  expect(CASES.map(({ id }) => id)).toEqual(['uneven-data', 'two-devices', 'slow-storage']);
  for (const { broken, mended, text } of CASES) {
    expect(broken).toContain('TorchTrainer(');
    expect(mended).toContain('TorchTrainer(');
    expect(broken).not.toBe(mended);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
      'Symptom',
      'What you will see',
      'Why',
      'Mend',
    ]);
  }
});
