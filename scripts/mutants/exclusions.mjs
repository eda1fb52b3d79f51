// The rules for what is not mutated: text that only people read, and elements that nobody reads. docs/mutants.md lists them.

/** A text of words: an error message, a help, a reason. What programs read has no blank between two letters. */
const words = /[\p{L}\p{N}).,:;'"}] +[\p{L}\p{N}('"{$]/u;
const logLevels = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal']);

/** Why this node and all below it are left alone; undefined: they are mutated. Fits the instrumenter's `Ignorer`. */
export function exclusionOf({ node, parent, parentPath }) {
  switch (node.type) {
    case 'ArrayExpression':
      return isPassedOver(node, parent, parentPath) ? 'element that is passed over' : undefined;
    case 'StringLiteral':
      return words.test(node.value) ? 'wording' : undefined;
    case 'TemplateLiteral':
      return words.test(node.quasis.map(({ value }) => value.raw).join('${}')) ? 'wording' : undefined;
    case 'BinaryExpression':
      return node.operator === '+' && isWording(node) ? 'wording' : undefined;
    case 'CallExpression':
      return isLog(node.callee) ? 'log' : undefined;
    case 'ObjectProperty':
      return nameOf(node.key) === 'help' && parent.type === 'ObjectExpression' ? 'metric help' : undefined;
    default:
      return undefined;
  }
}

/** `const [, name] = found ?? [];`: a mutant has one element in the empty array, the first one, which is not read. */
function isPassedOver({ elements }, { type, operator }, parentPath) {
  if (elements.length > 0 || type !== 'LogicalExpression' || operator !== '??') return false;
  const { parent } = parentPath;
  return parent.type === 'VariableDeclarator' && parent.id.type === 'ArrayPattern' && parent.id.elements[0] === null;
}

/** A text put together with `+`. */
function isWording({ left, right }) {
  return [left, right].some(
    (side) =>
      (side.type === 'BinaryExpression' && side.operator === '+' && isWording(side)) ||
      (side.type === 'StringLiteral' && words.test(side.value)) ||
      (side.type === 'TemplateLiteral' && exclusionOf({ node: side }) !== undefined),
  );
}

/** `log.warn(...)`, `this.#log.info(...)`, `options.log?.debug(...)`. */
function isLog(callee) {
  if (callee.type !== 'MemberExpression' && callee.type !== 'OptionalMemberExpression') return false;
  if (!logLevels.has(nameOf(callee.property))) return false;
  const { object } = callee;
  const owner = object.type === 'Identifier' ? object.name : nameOf(object.property ?? {});
  return /^(?:log|logger)$|Log$/.test(owner ?? '');
}

function nameOf(node) {
  if (node.type === 'PrivateName') return node.id.name;
  return node.type === 'StringLiteral' ? node.value : node.name;
}
