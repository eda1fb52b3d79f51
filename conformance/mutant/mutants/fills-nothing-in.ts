import { type Json, type Mutant, withJson } from '../contract/mutant.ts';

/** Fields that admission fills in for claims, ingresses and pods that omit them. */
const given = ['storageClassName', 'ingressClassName', 'priority', 'overhead', 'containers'];

const bare = (body: Json): Json => {
  const spec = Object.entries((body['spec'] ?? {}) as Json).filter(([name]) => !given.includes(name));
  return { ...body, spec: Object.fromEntries(spec) };
};

export default {
  id: 'fills-nothing-in',
  breaks: 'Admission fills in what an object leaves out.',
  noticedBy: ['default-classes', 'priority-classes', 'runtime-classes', 'limit-ranges'],
  start: () => ({
    answer: (answer, { method }) => (method === 'POST' && answer.status < 300 ? withJson(answer, bare) : answer),
  }),
} satisfies Mutant;
