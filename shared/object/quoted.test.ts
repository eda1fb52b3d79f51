import t from 'tap';
import { fieldErrorMessage, invalidValue } from './field-error-message.ts';
import { quoted } from './quoted.ts';

t.test('a text is shown in quotes, and what cannot be printed as an escape', async (t) => {
  for (const [text, shown] of [
    ['plain <é 漢 🙂>', '"plain <é 漢 🙂>"'],
    ['a "b" \\', String.raw`"a \"b\" \\"`],
    ['\u0007\b\f\n\r\t\v', String.raw`"\a\b\f\n\r\t\v"`],
    ['\u0000\u001b\u007f', String.raw`"\x00\x1b\x7f"`],
    ['\u0085\u00a0\u2028\ufeff', String.raw`"\u0085\u00a0\u2028\ufeff"`],
    ['\u{e0001}', String.raw`"\U000e0001"`],
  ] as const) {
    t.equal(quoted(text), shown);
  }
  t.equal(fieldErrorMessage(invalidValue('f', '\u0000', 'no')), String.raw`Invalid value: "\x00": no`);
});
