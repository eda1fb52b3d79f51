import { type Mutant, metadataOf, withJson } from '../contract/mutant.ts';

export default {
  id: 'keeps-unknown-fields',
  breaks: 'Unknown fields are stored.',
  noticedBy: ['unknown-is-dropped', 'level-ignore', 'strict-patch'],
  start() {
    const colours = new Set<string>();
    return {
      request: (request) => {
        const name =
          /"name":"([^"]+)"/.exec(Buffer.from(request.body).toString())?.[1] ?? request.path.split('/').at(-1) ?? '';
        if (Buffer.from(request.body).includes('"colour"')) colours.add(name);
        return request;
      },
      answer: (answer) =>
        withJson(answer, (body) => (colours.has(String(metadataOf(body)['name'])) ? { ...body, colour: 'red' } : body)),
    };
  },
} satisfies Mutant;
