import { expectField, expectPattern, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectShape } from '../../wire/expect/shape.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectEqual, expectThat } from '../../wire/expect/value.ts';
import type { Exchange } from '../../wire/exchange/exchange.ts';
import type { Case, CaseContext } from '../../contract/case.ts';

/** Requests for a document that changes meanwhile. */
const mostChanges = 5;

export default {
  id: 'openapi-documents',
  title: 'The schema documents SHOULD be served, with an index that links to them.',
  requirements: ['VERB-094'],
  async run(c) {
    const index = await c.wire.get('/openapi/v3');
    expectOk(index);
    expectShape(index, 'openApiIndex');
    const address = expectText(index, ['paths', 'api/v1', 'serverRelativeURL']);
    const document = await c.wire.get(address);
    expectOk(document);
    expectPattern(document, 'openapi', /^3\.0\./);
    await expectRevalidated(c, address);
    await expectCacheable(c, address);
    expectThat(
      'paths',
      fieldOf(document, ['paths', '/api/v1/namespaces/{namespace}/configmaps']) !== undefined,
      'the ConfigMap collection',
      'none',
    );
    expectKindsNamed(c, document);
    const old = await c.wire.get('/openapi/v2', { accept: 'application/json' });
    expectOk(old);
    expectField(old, 'swagger', '2.0');
    await expectRevalidated(c, '/openapi/v2');
  },
} satisfies Case;

/** Whatever has a kind says which: clients find the types of lists and of bodies by it. */
function expectKindsNamed(c: CaseContext, document: Exchange): void {
  const marker = c.vendor.fill('x-{maker}-group-version-kind');
  const types = fieldOf(document, 'components.schemas') as Record<string, Record<string, object>>;
  const lists = Object.entries(types).filter(([name]) => /\.core\.v1\.\w+List$/.test(name));
  expectThat('lists of kinds', lists.length > 10, 'more than ten', lists.length);
  for (const [name, type] of lists) {
    const kind = name.slice(name.lastIndexOf('.') + 1);
    expectEqual(`the kind of ${name}`, type[marker], [{ group: '', version: 'v1', kind }]);
  }
}

/** A document under its hash never changes; under its path alone, and under another hash, it is asked for again. */
async function expectCacheable(c: CaseContext, address: string): Promise<void> {
  const lasting = /(?:^|, ?)immutable(?:,|$)/;
  const [path = '', hash = ''] = address.split('?hash=');
  const cacheOf = (answer: Exchange) => answer.header('cache-control') ?? '';
  const [byHash, byPath] = [await c.wire.get(address), await c.wire.get(path)];
  expectThat('Cache-Control under a hash', lasting.test(cacheOf(byHash)), 'immutable', cacheOf(byHash));
  expectThat('Cache-Control without a hash', !lasting.test(cacheOf(byPath)), 'not immutable', cacheOf(byPath));
  const other = await c.wire.get(`${path}?hash=0${hash.slice(1)}0`);
  expectThat('Cache-Control under another hash', !lasting.test(cacheOf(other)), 'not immutable', cacheOf(other));
  // Caches tell packed and plain answers, and the types of media, apart.
  const packed = await c.wire.get(address, { headers: { 'accept-encoding': 'gzip' } });
  const names = (answer: Exchange) =>
    new Set((answer.header('vary') ?? '').split(',').map((name) => name.trim().toLowerCase()));
  for (const answer of [byHash, packed])
    expectThat('Vary', names(answer).has('accept'), 'with Accept', answer.header('vary'));
  if (packed.header('content-encoding') !== undefined)
    expectThat('Vary', names(packed).has('accept-encoding'), 'with Accept-Encoding', packed.header('vary'));
}

/** A document is sent again only to those who do not have it: any of several tags, also a weak one, says that they do. */
async function expectRevalidated(c: CaseContext, path: string): Promise<void> {
  const ask = (known?: string) =>
    c.wire.get(path, {
      accept: 'application/json',
      ...(known !== undefined && { headers: { 'if-none-match': known } }),
    });
  const tagOf = async (): Promise<string> => {
    const tag = (await ask()).header('etag') ?? '';
    expectThat('ETag', /^"[^"]+"$/.test(tag), 'a strong tag', tag);
    return tag;
  };
  const isKnown = async (tags: (tag: string) => string): Promise<void> => {
    let tag = await tagOf();
    for (let tries = 1; ; tries += 1) {
      const answer = await ask(tags(tag));
      const sent = answer.header('etag') ?? tag;
      // A document that has changed meanwhile, with a kind that another case defines, has another tag.
      if (answer.status !== 200 || sent === tag || tries === mostChanges) return expectStatus(answer, 304);
      tag = sent;
    }
  };
  await isKnown((tag) => tag);
  await isKnown((tag) => `"other", ${tag}`);
  await isKnown((tag) => `${tag},"other"`);
  await isKnown((tag) => `W/${tag}`);
  await isKnown(() => '*');
  for (const known of ['"other"', (await tagOf()).slice(1, -1)]) expectOk(await ask(known));
}
