import { type Json, type Mutant, withJson } from '../contract/mutant.ts';

const unsigned = (body: Json): Json => {
  const { certificate: _certificate, ...status } = (body['status'] ?? {}) as Json;
  return { ...body, status };
};

export default {
  id: 'signs-nothing',
  breaks: 'Approved signing requests get their certificate.',
  noticedBy: ['certificates-are-signed'],
  start: () => ({
    answer: (answer, { path }) => (path.includes('/certificatesigningrequests/') ? withJson(answer, unsigned) : answer),
  }),
} satisfies Mutant;
