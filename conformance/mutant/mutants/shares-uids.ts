import { type Json, type Mutant, metadataOf, withJson } from '../contract/mutant.ts';

export default {
  id: 'shares-uids',
  breaks: 'All objects have the same uid.',
  noticedBy: ['uids-are-unique', 'same-manifest-other-uid', 'name-is-free-after-deletion'],
  start() {
    const same = (body: Json): Json => {
      if (Array.isArray(body['items'])) return { ...body, items: body['items'].map((item: Json) => same(item)) };
      const metadata = metadataOf(body);
      return metadata['uid'] === undefined
        ? body
        : { ...body, metadata: { ...metadata, uid: '11111111-1111-4111-8111-111111111111' } };
    };
    return { answer: (answer) => withJson(answer, same) };
  },
} satisfies Mutant;
