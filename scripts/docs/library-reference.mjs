// Writes docs/reference-*.md, the reference of the library, from the types in the sources. With `--check` it writes nothing and
// exits with code 1 when a page differs from what it would write.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));
const command = 'node scripts/docs/library-reference.mjs';

/** The entry points ("doors") of the package: import name, source, reference page, and guide. */
const doors = [
  {
    name: 'orchkit/apiserver',
    source: 'apiserver/index.ts',
    page: 'docs/reference-apiserver.md',
    guide: '[The server as a library](server-library.md)',
  },
  {
    name: 'orchkit/client',
    source: 'shared/client/index.ts',
    page: 'docs/reference-client.md',
    guide: '[The client](client.md)',
  },
];

const files = new Map();

/** The syntax tree of a source file. */
function parsed(path) {
  let file = files.get(path);
  if (file === undefined) {
    file = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.Latest, true);
    files.set(path, file);
  }
  return file;
}

/** The path of what a file imports, from the root; undefined for packages. */
function imported(path, node) {
  const specifier = node.moduleSpecifier?.text;
  return specifier?.startsWith('.') ? relative(root, join(root, dirname(path), specifier)) : undefined;
}

/** The declaration of a name as it is seen in a file: its node and path; undefined when it is not one of the project's types. */
function declarationOf(path, name) {
  for (const node of parsed(path).statements) {
    if (isDeclaration(node) && nameOf(node) === name) return { path, name, node };
    const from = imported(path, node);
    if (from === undefined) continue;
    const bindings = ts.isImportDeclaration(node) ? node.importClause?.namedBindings : node.exportClause;
    const element = bindings?.elements?.find((one) => one.name.text === name);
    if (element !== undefined) return declarationOf(from, (element.propertyName ?? element.name).text);
  }
  return undefined;
}

function isDeclaration(node) {
  return (
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isFunctionDeclaration(node) ||
    ts.isVariableStatement(node)
  );
}

/** The name that a declaration gives. */
function nameOf(node) {
  return ts.isVariableStatement(node) ? node.declarationList.declarations[0].name.text : node.name?.text;
}

function isFunction(node) {
  return ts.isFunctionDeclaration(node) || ts.isVariableStatement(node);
}

/** The names that a door exports. */
function exportsOf(path) {
  return parsed(path).statements.flatMap((node) => {
    if (ts.isExportDeclaration(node)) return node.exportClause.elements.map(({ name }) => name.text);
    const exported = node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
    return exported && isDeclaration(node) ? [nameOf(node)] : [];
  });
}

/** The names of types that the public part of a declaration uses. */
function typesIn(node) {
  const names = new Set();
  const visit = (child) => {
    if (isHidden(child) || child === node.body || (ts.isMethodDeclaration(node) && child === node.body)) return;
    if (ts.isTypeReferenceNode(child) && ts.isIdentifier(child.typeName)) names.add(child.typeName.text);
    if (ts.isExpressionWithTypeArguments(child) && ts.isIdentifier(child.expression)) names.add(child.expression.text);
    if (ts.isBlock(child)) return;
    ts.forEachChild(child, visit);
  };
  ts.forEachChild(node, visit);
  return names;
}

function isHidden(member) {
  const hidden = [ts.SyntaxKind.PrivateKeyword, ts.SyntaxKind.ProtectedKeyword];
  return (
    (ts.isClassElement(member) && member.modifiers?.some(({ kind }) => hidden.includes(kind))) ||
    (member.name !== undefined && ts.isPrivateIdentifier(member.name))
  );
}

/** The comment of a node as prose. */
function commentOf(node) {
  const comments = (node.jsDoc ?? []).map((one) => one.getText());
  return (comments.at(-1) ?? '')
    .replace(/^\/\*\*\s?|\s*\*\/$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .trim();
}

/** A declaration without bodies, values and hidden members. */
function signatureOf(node) {
  const source = node.getSourceFile().text;
  const text = (from, to) => source.slice(from, to).trim();
  if (ts.isFunctionDeclaration(node)) {
    return `${withoutValues(node)
      .replace(/^(?:export |async )+/, '')
      .replace(/^function\*/, 'function')};`;
  }
  if (ts.isVariableStatement(node)) {
    const [{ name, type, initializer }] = node.declarationList.declarations;
    return `const ${name.text}: ${type?.getText() ?? typeOf(initializer)};`;
  }
  if (!ts.isClassDeclaration(node)) return spelledOut(text(node.getStart(), node.end).replace(/^export /, ''), node);
  const members = node.members.filter((member) => !isHidden(member)).map((member) => memberText(member, text));
  const head = text(node.getStart(), node.members.pos).replace(/^export /, '');
  return [head, ...members, '}'].join('\n');
}

/** The head of a function or method; a parameter with a value is an optional one. */
function withoutValues(node) {
  const source = node.getSourceFile().text;
  let text = '';
  let from = node.getStart();
  for (const { name, type, initializer } of node.parameters) {
    if (initializer === undefined) continue;
    text += `${source.slice(from, name.end)}?${source.slice(name.end, type?.end ?? name.end)}`;
    if (type === undefined) text += `: ${ts.isStringLiteral(initializer) ? 'string' : 'unknown'}`;
    from = initializer.end;
  }
  return `${text}${source.slice(from, node.body?.getStart() ?? node.end)}`.trim();
}

/** The type of a value as the sources write it: of an arrow function, or of what the called function returns. */
function typeOf(value) {
  if (ts.isCallExpression(value)) {
    const called = declarationOf(value.getSourceFile().fileName, value.expression.getText());
    const maker = called?.node.declarationList?.declarations[0].initializer ?? called?.node;
    return maker?.type?.getText() ?? (maker?.body === undefined ? 'unknown' : typeOf(maker.body));
  }
  if (value.parameters === undefined) return 'unknown';
  const parameters = value.parameters.map((one) => one.getText()).join(', ');
  return `(${parameters}) => ${value.type?.getText() ?? 'unknown'}`;
}

/** `(typeof list)[number]` as the texts of the list. */
function spelledOut(text, node) {
  return text.replace(/\(typeof (\w+)\)\[number\]/, (whole, list) => {
    const values = declarationOf(node.getSourceFile().fileName, list)?.node.declarationList?.declarations[0]
      .initializer;
    const elements = values?.expression?.elements?.map((one) => one.getText());
    return elements?.join(' | ') ?? whole;
  });
}

/** One member of a class, with its comment. */
function memberText(member, text) {
  const callable = ts.isMethodDeclaration(member) || ts.isConstructorDeclaration(member);
  const end = member.body?.getStart() ?? member.initializer?.getFullStart() ?? member.end;
  const head = callable ? withoutValues(member) : text(member.getStart(), end).replace(/\s*=$/, '');
  const signature = head.replace(/;$/, '');
  const comment = member.jsDoc === undefined ? '' : `  ${member.jsDoc.at(-1).getText()}\n`;
  return `${comment}  ${signature.replace(/^(?:async )?\*?/, '')};`;
}

function sectionOf({ name, node }) {
  const comment = commentOf(node);
  return `### ${name}\n\n${comment === '' ? '' : `${comment}\n\n`}\`\`\`ts\n${signatureOf(node)}\n\`\`\`\n`;
}

/** The page of a door. */
function pageOf({ name, source, guide }) {
  const exported = exportsOf(source)
    .map((one) => declarationOf(source, one))
    .filter((one) => one !== undefined);
  const all = [...exported];
  for (const { path, node } of all) {
    for (const used of typesIn(node)) {
      const found = declarationOf(path, used);
      if (found !== undefined && !all.some((known) => known.node === found.node)) all.push(found);
    }
  }
  const sections = (list) => list.map(sectionOf).join('\n');
  const functions = exported.filter(({ node }) => isFunction(node));
  const types = exported.filter(({ node }) => !isFunction(node));
  const further = all.slice(exported.length).filter(({ node }) => !isFunction(node));
  const parts = [
    `# Reference: ${name}\n`,
    `Generated from the types by \`${command}\`; \`npm run verify\` keeps it true. ${guide} has examples.\n`,
    `## Functions\n\n${sections(functions)}`,
    `## Types\n\n${sections(types)}`,
    ...(further.length === 0
      ? []
      : [`## Types that these use\n\nThey are not exported by name.\n\n${sections(further)}`]),
  ];
  return parts.join('\n');
}

for (const door of doors) {
  const text = pageOf(door);
  if (!process.argv.includes('--check')) writeFileSync(join(root, door.page), text);
  else if (readFileSync(join(root, door.page), 'utf8') !== text) {
    process.stderr.write(`${door.page} is out of step with the types: run ${command}\n`);
    process.exitCode = 1;
  }
}
