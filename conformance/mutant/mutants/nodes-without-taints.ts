import { type Json, type Mutant, withJson } from '../contract/mutant.ts';

export default {
  id: 'nodes-without-taints',
  breaks: 'Nodes that are not well are tainted.',
  noticedBy: ['not-ready-taint', 'pressure-taints', 'unreachable-taint'],
  start: () => ({
    answer: (answer, request) =>
      /\/api\/v1\/nodes\/[^/]+$/.test(request.path)
        ? withJson(answer, (node) => ({ ...node, spec: { ...(node['spec'] as Json), taints: [] } }))
        : answer,
  }),
} satisfies Mutant;
