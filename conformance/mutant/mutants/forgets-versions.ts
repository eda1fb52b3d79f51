import { type Json, type Mutant, metadataOf, withJson } from '../contract/mutant.ts';

function unversioned(body: Json): Json {
  const { resourceVersion: _version, ...metadata } = metadataOf(body);
  return 'metadata' in body ? { ...body, metadata } : body;
}

export default {
  id: 'forgets-versions',
  breaks: 'Objects, lists and events carry no version.',
  noticedBy: [
    'limit-larger-than-list',
    'negative-limit',
    'no-count-with-selectors',
    'no-limit-no-chunks',
    'watch-from-list-version',
    'namespaced-kind-needs-namespace',
    'no-deletion-timestamp-while-alive',
    'version-is-opaque-string',
    'get-any',
    'get-most-recent',
    'get-not-older-than',
    'get-takes-no-match',
    'limit-with-version-is-exact',
    'list-any',
    'list-exact-chunked',
    'list-not-older-than-chunked',
    'token-with-match',
    'token-with-version-zero',
    'watch-unknown-version',
    'current-version',
    'immutable-metadata',
    'put-replaces',
  ],
  start() {
    return {
      answer: (answer, { path }) => (path === '/api/v1/namespaces' ? answer : withJson(answer, unversioned)),
      events: () => (event) => [{ ...event, object: unversioned(event.object) }],
    };
  },
} satisfies Mutant;
