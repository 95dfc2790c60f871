import { expect, test } from 'vitest';
import type { LogWritten } from '../protocol';
import { appendLog, emptyLogBook, LOG_LIMITS } from './logs';

function written(text: string, rank: number | null = 0): LogWritten {
  return { kind: 'log_written', attempt: 1, rank, stream: 'stdout', origin: 'program', text };
}

function texts(logs: LogWritten[], limits = LOG_LIMITS): string[] {
  const book = emptyLogBook();
  logs.forEach((log, index) => {
    appendLog(book, log, index + 1, 0, limits);
  });
  return book.lines.map((line) => line.text);
}

test('text of several lines becomes several lines', () => {
  expect(texts([written('one\ntwo\n\nfour\n')])).toEqual(['one', 'two', '', 'four']);
});

test('a line that is written in pieces stays one line, also when another rank writes between', () => {
  expect(texts([written('epoch '), written('mine\n', 1), written('3\n')])).toEqual(['epoch 3', 'mine']);
});

test('a carriage return writes over the line, as a progress bar wants it', () => {
  expect(texts([written('10%\r'), written('50%\r'), written('100%\n')])).toEqual(['100%']);
});

test('terminal colours are removed', () => {
  expect(texts([written('\u001b[31mred\u001b[0m\n')])).toEqual(['red']);
});

test('the oldest lines are cut and counted', () => {
  const book = emptyLogBook();
  const limits = { lines: 10, lineLength: 100 };
  for (let line = 1; line <= 25; line += 1) appendLog(book, written(`${line}\n`), line, 0, limits);
  expect(book.lines.at(-1)?.text).toBe('25');
  expect(book.lines.length).toBeLessThanOrEqual(11);
  expect(book.cut + book.lines.length).toBe(25);
});

test('a line whose start was cut is not mixed into another', () => {
  const book = emptyLogBook();
  const limits = { lines: 2, lineLength: 100 };
  appendLog(book, written('open', 1), 1, 0, limits);
  for (let line = 2; line <= 9; line += 1) appendLog(book, written(`${line}\n`), line, 0, limits);
  appendLog(book, written(' end\n', 1), 10, 0, limits);
  expect(book.lines.at(-1)?.text).toBe(' end');
});

test('a very long line is cut with a sentence', () => {
  expect(texts([written(`${'x'.repeat(50)}\n`)], { lines: 5, lineLength: 10 })).toEqual([
    'xxxxxxxxxx [cut after 10 characters of a line]',
  ]);
});
