// Secrets in the target's responses and in the command line of the suite.

import t from 'tap';
import { aboutCase, reportOf } from '../../fixtures/conformance/sample-report.fixture.ts';
import { Exchange } from '../wire/exchange/exchange.ts';
import { loadCatalogue } from '../requirements/catalogue.ts';
import { redactor } from './redaction.ts';
import { makeReport } from './report.ts';

const hide = redactor(['our-own-token-1']);
const jwt = `eyJhbGciOiJSUzI1NiJ9.${'abc-'.repeat(10)}.${'x'.repeat(20)}`;

t.test('credentials are hidden wherever they occur', async (t) => {
  const pem = '-----BEGIN RSA PRIVATE KEY-----\nMIIBOgIBAAJBAK\n-----END RSA PRIVATE KEY-----';
  const hidden: Readonly<Record<string, string>> = {
    [`got ${jwt} here`]: 'got (hidden) here',
    'x our-own-token-1 y': 'x (hidden) y',
    [`data ${Buffer.from(jwt).toString('base64')}`]: 'data (hidden)',
    [`key ${pem} end`]: 'key (hidden) end',
    [`key ${Buffer.from(pem).toString('base64')} end`]: 'key (hidden) end',
    '{"status":{"token":"opaque"},"a":1}': '{"status":{"token":"(hidden)"},"a":1}',
    '"{\\"spec\\":{\\"token\\":\\"opaque\\"}}"': '"{\\"spec\\":{\\"token\\":\\"(hidden)\\"}}"',
    '> GET /x\n> Authorization: Basic abc\n< 200': '> GET /x\n> Authorization: (hidden)\n< 200',
    '< set-cookie: a=b\n< date: now': '< set-cookie: (hidden)\n< date: now',
    'Bearer abcdefghijklmnopqrst': 'Bearer (hidden)',
    'https://ann:pass@h:1/x': 'https://(hidden)@h:1/x',
    'GET /x?token=abc&watch=1': 'GET /x?token=(hidden)&watch=1',
    'use abcdef.0123456789abcdef now': 'use (hidden) now',
  };
  for (const [text, expected] of Object.entries(hidden)) t.equal(hide(text), expected);
});

t.test('text that is not secret is kept', async (t) => {
  const certificate = Buffer.from('-----BEGIN CERTIFICATE-----\nMIIBOgIBAAJBAK').toString('base64');
  for (const text of [
    'a Bearer token is missing',
    '{"kind":"TokenReview","apiVersion":"v1"}',
    'GET /api/v1/namespaces/conformance-39c8c3f258/configmaps/m-00',
    'resourceVersion 1234, uid 0b0e2d50-8a28-4a61-8f5c-4a1c6e1f2b3c',
    certificate,
  ])
    t.equal(hide(text), text);
});

t.test('a hostile text does not make redaction slow', { timeout: 20_000 }, async (t) => {
  for (const part of ['\\', '-eyJabcdefgh', 'Bearer ', '://a', '-----BEGIN ', '"token" ', '\n', 'ZXlK+', 'abcdef.'])
    t.ok(hide(part.repeat(200_000)).length > 0, JSON.stringify(part));
});

t.test('a report hides credentials in findings, errors, reasons, the address and the command', async (t) => {
  const report = makeReport(
    [
      {
        ...aboutCase('updating', 'bad', ['UPD-003']),
        outcome: 'failed',
        what: `at ${jwt}`,
        expected: jwt,
        got: `our-own-token-1 ${jwt}`,
        transcript: [`> POST /x\n< 200\n< {"token":"${jwt}"}`],
      },
      {
        ...aboutCase('updating', 'judged', ['UPD-002']),
        outcome: 'passed',
        checks: [{ requirements: ['UPD-002'], outcome: 'skipped', reason: jwt }],
      },
      { ...aboutCase('deletion', 'unclear', []), outcome: 'errored', message: jwt, transcript: [jwt] },
      { ...aboutCase('listing', 'unmet', []), outcome: 'skipped', reason: jwt },
    ],
    loadCatalogue(),
    [],
    {
      suite: '0.1.0',
      target: { server: 'https://ann:pass@h:1', vendor: 'orch', version: '' },
      startedAt: '2026-01-01T00:00:00.000Z',
      milliseconds: 1,
      command: ['orch-conformance', 'run', '--server', 'https://ann:pass@h:1'],
    },
    ['our-own-token-1'],
  );
  t.notMatch(JSON.stringify(report), /eyJ|our-own|ann:pass/);
  t.equal(reportOf([]).results.length, 0);
});

t.test('an exchange about Secrets shows their structure and no values', async (t) => {
  const transcriptOf = (body: string) =>
    new Exchange({ method: 'POST', path: '/x', headers: {}, body }, 200, new Map(), Buffer.from(body)).transcript();
  const secret = { kind: 'Secret', metadata: { name: 'n' }, data: { a: 'aGlkZGVu' }, stringData: { b: 'plain-value' } };
  for (const value of [
    secret,
    { kind: 'SecretList', items: [{ data: { a: 'aGlkZGVu' } }] },
    { rows: [{ object: secret }] },
  ]) {
    const text = transcriptOf(JSON.stringify(value));
    t.notMatch(text, /aGlkZGVu|plain-value/);
    t.match(text, '"a":"(hidden)"');
  }
  t.notMatch(transcriptOf('kind: Secret\ndata: {a: aGlkZGVu}'), 'aGlkZGVu');
  t.match(transcriptOf('{"kind":"ConfigMap","data":{"a":"shown"}}'), 'shown');
  t.match(transcriptOf('{"kind":"Status","message":"Secret \\"n\\" is there"}'), 'is there');
});
