import t from 'tap';
import { StatusError } from '../../../shared/object/status-error.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { decodeContinueToken, encodeContinueToken } from './continue-token.ts';
import { booleanOf } from './integer.ts';
import { listPositionOf, listSelectionOf, watchOptionsOf } from './list-options.ts';
import { parseResourceVersion } from './resource-version.ts';
import { logQueryOf } from './log-options.ts';
import { writeOptionsOf } from './write-options.ts';

const vendor = vendorOf('orch');

t.test('a token can be read back, and other texts are refused (LIST-017, LIST-020U)', async (t) => {
  const token = { revision: 12, start: 'a/x\u0000' };
  t.strictSame(decodeContinueToken(vendor, encodeContinueToken(vendor, token)), token);
  const forged = [
    '',
    'x',
    '{}',
    '[]',
    'null',
    '{"v":"meta/v2","rv":1,"start":"a"}',
    `{"v":"${vendor.fill('meta.{api}/v1')}","rv":0,"start":"a"}`,
    `{"v":"${vendor.fill('meta.{api}/v1')}","rv":1.5,"start":"a"}`,
    `{"v":"${vendor.fill('meta.{api}/v1')}","rv":1,"start":"../x"}`,
    `{"v":"${vendor.fill('meta.{api}/v1')}","rv":1,"start":"/x"}`,
    `{"v":"${vendor.fill('meta.{api}/v1')}","rv":1}`,
  ];
  for (const text of forged) {
    const encoded = Buffer.from(text).toString('base64url');
    t.throws(() => decodeContinueToken(vendor, encoded), { code: 400, message: /^invalid continue token/ }, text);
  }
});

t.test('a version is nothing, any, or a number', async (t) => {
  t.strictSame(parseResourceVersion(null), { kind: 'unset' });
  t.strictSame(parseResourceVersion(''), { kind: 'unset' });
  t.strictSame(parseResourceVersion('0'), { kind: 'any' });
  t.strictSame(parseResourceVersion('15'), { kind: 'at', revision: 15, text: '15' });
  t.match(parseResourceVersion('18446744073709551615'), { kind: 'at', text: '18446744073709551615' });
  t.equal(parseResourceVersion('18446744073709551616'), undefined, 'more than 64 bits');
  for (const text of ['-1', '1.0', 'x', '0x1', '99999999999999999999'])
    t.equal(parseResourceVersion(text), undefined, text);
});

t.test('a flag without a value is true, and only false and 0 are not', async (t) => {
  const read = (text: string) => booleanOf(new URLSearchParams(text), 'watch');
  t.strictSame(['', 'watch', 'watch=1', 'watch=yes', 'watch=0', 'watch=False'].map(read), [
    undefined,
    true,
    true,
    true,
    false,
    false,
  ]);
});

t.test('list options that exclude each other are reported together, in one order (RV-019 to RV-033)', async (t) => {
  const refusal = (read: () => unknown): string => {
    try {
      read();
      return 'accepted';
    } catch (error) {
      return (error as Error).message
        .replace(/^ListOptions.* is invalid: /, '')
        .replaceAll('resourceVersionMatch: ', '');
    }
  };
  const list = (text: string): string => {
    const query = new URLSearchParams(text);
    return refusal(() => [listSelectionOf(vendor, query), listPositionOf(vendor, query)]);
  };
  const watch = (text: string) => refusal(() => watchOptionsOf(vendor, new URLSearchParams(text), true));
  const unless = 'Forbidden: resourceVersionMatch is forbidden unless resourceVersion is provided';
  const whenContinued = 'Forbidden: resourceVersionMatch is forbidden when continue is provided';
  const requires = 'Forbidden: sendInitialEvents requires setting resourceVersionMatch to NotOlderThan';
  t.equal(list('resourceVersionMatch=Exact&continue=x'), `[${unless}, ${whenContinued}]`);
  t.equal(list('resourceVersionMatch=Exact&continue=x&resourceVersion=y'), whenContinued, 'before the version is read');
  t.match(list('resourceVersionMatch=No&resourceVersion=1'), /^Unsupported value: "No"/);
  t.match(list('continue=x&resourceVersion=1'), /^invalid continue token/, 'the token is read before the version');
  t.equal(
    list(`continue=${encodeContinueToken(vendor, { revision: 3, start: 'a' })}&resourceVersion=x`),
    'specifying resource version is not allowed when using continue',
  );
  t.equal(list('limit=-1'), 'accepted');
  t.match(list('timeoutSeconds=1.5'), /timeoutSeconds/);
  t.equal(
    watch('resourceVersionMatch=Exact&sendInitialEvents=1'),
    `[${requires}, Unsupported value: "Exact": supported values: "NotOlderThan"]`,
  );
  t.equal(watch('sendInitialEvents=1&resourceVersion=x'), requires, 'the version is read after that');
  t.equal(watch('continue=x&resourceVersion=0'), whenContinued);
  t.equal(watch('continue=x&resourceVersion=5'), 'accepted', 'it has no meaning there');
  t.match(watch('limit=x'), /limit/);
});

t.test('numbers have 64 bits, and selectors are read before options are held against each other', async (t) => {
  const limit = (text: string) => listSelectionOf(vendor, new URLSearchParams({ limit: text })).limit;
  t.equal(limit('9223372036854775807'), Number.MAX_SAFE_INTEGER);
  t.equal(limit('-9223372036854775808'), 0);
  for (const text of ['9223372036854775808', '9'.repeat(10_000), '', '1.5', ' 1'])
    t.throws(() => limit(text), { code: 400 }, text.slice(0, 30));
  const both = new URLSearchParams('labelSelector=!&resourceVersionMatch=x');
  t.throws(() => listSelectionOf(vendor, both), { code: 400 });
  t.throws(() => watchOptionsOf(vendor, both, true), { code: 400 });
});

t.test('what is wrong with the options of a log is reported together, in one order', async (t) => {
  const readOrRefused = (text: string) => {
    try {
      return logQueryOf(new URLSearchParams(text), 'p').toString();
    } catch (error) {
      return (error as Error).message.replace('PodLogOptions "p" is invalid: ', '');
    }
  };
  t.equal(readOrRefused('tailLines=0&x=1'), 'tailLines=0');
  t.equal(
    readOrRefused('sinceSeconds=0&limitBytes=0&tailLines=-1&stream=All'),
    '[tailLines: Invalid value: -1: must be greater than or equal to 0, limitBytes: Invalid value: 0: must be greater than 0, sinceSeconds: Invalid value: 0: must be greater than 0, stream: Forbidden: may not be specified]',
  );
  t.match(readOrRefused('sinceSeconds=0&sinceTime=2026-01-01T00:00:00Z'), /^\[\]: Forbidden: at most one of/);
});

t.test('options that are wrong are refused together with 422', async (t) => {
  const query = new URLSearchParams(`dryRun=Some&fieldValidation=Loud&fieldManager=${'m'.repeat(129)}&force=true`);
  try {
    writeOptionsOf(vendor, query, 'PatchOptions');
    t.fail('accepted');
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    t.equal(error.code, 422);
    t.match(
      error.message,
      new RegExp(`^PatchOptions\\.${vendor.fill('meta.{api}').replace('.', '\\.')} "" is invalid: `),
    );
    t.strictSame(
      error.status.details?.causes?.map((cause) => cause.field),
      ['force', 'fieldManager', 'dryRun', 'fieldValidation'],
    );
  }
});
