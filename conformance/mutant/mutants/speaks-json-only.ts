import { type Mutant, withoutHeader } from '../contract/mutant.ts';

export default {
  id: 'speaks-json-only',
  breaks: 'Accept is ignored.',
  noticedBy: [
    'not-acceptable',
    'yaml-answer',
    'quality-values',
    'table-of-collection',
    'partial-metadata',
    'status-in-yaml',
    'protobuf-envelope',
    'protobuf-watch',
    'default-table',
    'table-of-item',
    'table-chunks',
  ],
  start() {
    return { request: (request) => ({ ...withoutHeader(request, 'accept') }) };
  },
} satisfies Mutant;
