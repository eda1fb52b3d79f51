// Mutants of the schema markers that say how lists and maps are merged.

import { asSuccess, type Mutant } from '../contract/mutant.ts';

/** A mutant that publishes other schemas. */
function publishing(id: string, breaks: string, told: RegExp, instead: string): Mutant {
  return {
    id,
    breaks,
    noticedBy: ['schema-tells-markers'],
    start: () => ({
      answer: (answer, { path }) =>
        path.startsWith('/openapi/v3/')
          ? { ...answer, body: Buffer.from(Buffer.from(answer.body).toString().replace(told, instead)) }
          : answer,
    }),
  };
}

/** Every mutant of this file. */
export const schemaMarkerMutants: readonly Mutant[] = [
  publishing(
    'keys-of-lists-are-text',
    'Keys of a list are names.',
    /-list-map-keys":\["port","protocol"\]/,
    '-list-map-keys":"port"',
  ),
  publishing('maps-are-loose', 'A map is atomic or granular.', /-map-type":"atomic"/g, '-map-type":"loose"'),
  publishing('maps-are-unmarked', 'Atomic maps and structs are marked.', /-map-type":"atomic"/g, '-no-type":"atomic"'),
  {
    id: 'takes-any-marker',
    breaks: 'A definition marks lists as documented.',
    noticedBy: ['definition-markers'],
    start: () => ({
      answer: (answer, { path }) =>
        path.endsWith('/customresourcedefinitions') && answer.status === 422 ? asSuccess(answer) : answer,
    }),
  },
];
