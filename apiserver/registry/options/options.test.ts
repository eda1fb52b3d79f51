import t from 'tap';
import { StatusError } from '../../../shared/object/status-error.ts';
import { vendorOf } from '../../../shared/vendor/profile.ts';
import { decodeContinueToken, encodeContinueToken } from './continue-token.ts';
import { booleanOf } from './integer.ts';
import { parseResourceVersion } from './resource-version.ts';
import { writeOptionsOf } from './write-options.ts';

const vendor = vendorOf('orch');

t.test('a token is read back, and nothing else is taken for one (LIST-017, LIST-020U)', async (t) => {
  const token = { revision: 12, start: 'a/x\u0000' };
  t.same(decodeContinueToken(vendor, encodeContinueToken(vendor, token)), token);
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
  t.same(parseResourceVersion(null), { kind: 'unset' });
  t.same(parseResourceVersion(''), { kind: 'unset' });
  t.same(parseResourceVersion('0'), { kind: 'any' });
  t.same(parseResourceVersion('15'), { kind: 'at', revision: 15, text: '15' });
  t.match(parseResourceVersion('18446744073709551615'), { kind: 'at', text: '18446744073709551615' });
  t.equal(parseResourceVersion('18446744073709551616'), undefined, 'more than 64 bits');
  for (const text of ['-1', '1.0', 'x', '0x1', '99999999999999999999'])
    t.equal(parseResourceVersion(text), undefined, text);
});

t.test('a flag without a value is true, and only false and 0 are not', async (t) => {
  const read = (text: string) => booleanOf(new URLSearchParams(text), 'watch');
  t.same(['', 'watch', 'watch=1', 'watch=yes', 'watch=0', 'watch=False'].map(read), [
    undefined,
    true,
    true,
    true,
    false,
    false,
  ]);
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
    t.same(
      error.status.details?.causes?.map((cause) => cause.field),
      ['dryRun', 'fieldValidation', 'fieldManager', 'force'],
    );
  }
});
