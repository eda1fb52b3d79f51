import { expectField, expectPattern, expectText, fieldOf } from '../../wire/expect/object.ts';
import { expectShape } from '../../wire/expect/shape.ts';
import { expectOk, expectStatus } from '../../wire/expect/status.ts';
import { expectThat } from '../../wire/expect/value.ts';
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
    expectThat(
      'paths',
      fieldOf(document, ['paths', '/api/v1/namespaces/{namespace}/configmaps']) !== undefined,
      'the ConfigMap collection',
      'none',
    );
    const old = await c.wire.get('/openapi/v2', { accept: 'application/json' });
    expectOk(old);
    expectField(old, 'swagger', '2.0');
    await expectRevalidated(c, '/openapi/v2');
  },
} satisfies Case;

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
