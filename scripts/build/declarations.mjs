// Writes the types of the library, `dist/lib/<door>.d.ts`, from the declarations that the compiler emitted: the exports of an
// entry point, and the types that they use. Everything else stays internal, so that no user can depend on it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import ts from 'typescript';

/** A type or value of the library: the file that declares it, and its declaration. */
class Declared {
  /** Further declarations that it names, by the identifiers in its text. */
  uses = new Map();

  constructor(path, name, node) {
    this.path = path;
    this.name = name;
    this.node = node;
  }
}

/**
 * Writes the types of the entry points ("doors") of the tree in `folder`; `doors` has their names and compiled files. A type that
 * an earlier door exports is imported from there, so that it is the same type in both. Throws for a type that cannot be written
 * in one file.
 */
export function writeDeclarations(doors, folder) {
  const files = new Map();
  const known = new Map();
  const exportedBy = new Map();
  const parsed = (path) => {
    if (!files.has(path)) {
      const text = readFileSync(join(folder, path), 'utf8');
      files.set(path, ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
    }
    return files.get(path);
  };

  /** What a name means in a file: a declaration of the library, the module of a package, or undefined for a global. */
  const resolve = (path, name) => {
    for (const node of parsed(path).statements) {
      if (namesOf(node).includes(name)) {
        const key = `${path} ${name}`;
        if (!known.has(key)) known.set(key, new Declared(path, name, node));
        return known.get(key);
      }
      const element = bindingsOf(node).find((one) => one.name.text === name);
      if (element === undefined) continue;
      const own = (element.propertyName ?? element.name).text;
      const module = node.moduleSpecifier?.text;
      if (module === undefined) return resolve(path, own);
      return module.startsWith('.') ? resolve(declarationFile(folder, path, module), own) : { module, name: own };
    }
    return undefined;
  };

  for (const [door, module] of Object.entries(doors)) {
    const entry = module.replace(/\.js$/, '.d.ts');
    const exported = exportsOf(parsed(entry)).map((name) => [name, resolve(entry, name)]);
    const all = [...new Set(exported.map(([, declared]) => declared))];
    for (const declared of all) {
      for (const identifier of identifiersIn(declared.node)) {
        const found = resolve(declared.path, identifier.text);
        if (found === undefined) continue;
        declared.uses.set(identifier, found);
        if (found instanceof Declared && !exportedBy.has(found) && !all.includes(found)) all.push(found);
      }
    }
    writeFileSync(join(folder, 'dist', 'lib', `${door}.d.ts`), textOf(door, all, exported, exportedBy));
    for (const [name, declared] of exported) exportedBy.set(declared, { door, name });
  }
}

/** The text of a door's file. */
function textOf(door, all, exported, exportedBy) {
  const names = new Map(exported.map(([name, declared]) => [declared, name]));
  const taken = new Set(names.values());
  const imports = new Set();
  for (const declared of all) {
    if (names.has(declared)) continue;
    let name = declared.name;
    for (let copy = 2; taken.has(name); copy += 1) name = `${declared.name}${copy}`;
    names.set(declared, name);
    taken.add(name);
  }
  const nameOf = (found) => {
    const elsewhere = exportedBy.get(found);
    const from = found instanceof Declared ? `./${elsewhere?.door}.js` : found.module;
    const own = elsewhere?.name ?? found.name;
    if (names.has(found)) return names.get(found);
    if (taken.has(own)) throw new Error(`${own} of ${from} has the name of another type of ${door}`);
    imports.add(`import type { ${own} } from '${from}';`);
    return own;
  };
  const published = new Set(exported.map(([, declared]) => declared));
  const parts = all.map((declared) => textOfDeclaration(declared, nameOf, published.has(declared)));
  return [
    `// The types of orchkit/${door}.\n`,
    ...[...imports].sort((a, b) => (a < b ? -1 : 1)),
    ...parts,
    'export {};\n',
  ].join('\n');
}

/** One declaration under its name in the door, with the names of the others that it uses. */
function textOfDeclaration(declared, nameOf, isExported) {
  const { node, uses } = declared;
  const source = node.getSourceFile().text;
  const first = node.modifiers?.find(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
  const start = first === undefined ? node.getStart() : first.end;
  const own = ownNames(node).map((identifier) => [identifier, nameOf(declared)]);
  const edits = [...own, ...[...uses].map(([identifier, found]) => [identifier, nameOf(found)])];
  let text = '';
  let from = start;
  for (const [identifier, name] of edits.sort(([a], [b]) => a.getStart() - b.getStart())) {
    text += `${source.slice(from, identifier.getStart())}${name}`;
    from = identifier.end;
  }
  const comment = (node.jsDoc ?? []).at(-1)?.getText();
  const body = `${text}${source.slice(from, node.end)}`.trim();
  return `${comment === undefined ? '' : `${comment}\n`}${isExported ? 'export ' : ''}${body}\n`;
}

/** The file of the declarations of an imported module. */
function declarationFile(folder, path, module) {
  const file = join(dirname(path), module).replace(/\.(ts|js)$/, '.d.ts');
  if (!existsSync(join(folder, file))) throw new Error(`${path} imports ${module}, which has no declarations`);
  return file;
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

/** The identifiers that a statement declares. */
function ownNames(node) {
  if (!isDeclaration(node)) return [];
  return ts.isVariableStatement(node) ? node.declarationList.declarations.map(({ name }) => name) : [node.name];
}

function namesOf(node) {
  return ownNames(node).map((identifier) => identifier.text);
}

/** The names that an import or export statement brings in or passes on. */
function bindingsOf(node) {
  const bindings = ts.isImportDeclaration(node)
    ? node.importClause?.namedBindings
    : ts.isExportDeclaration(node)
      ? node.exportClause
      : undefined;
  return bindings?.elements ?? [];
}

/** The names that a door exports. */
function exportsOf(file) {
  return file.statements.flatMap((node) => {
    if (ts.isExportDeclaration(node)) return bindingsOf(node).map(({ name }) => name.text);
    return node.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ? namesOf(node) : [];
  });
}

/** The identifiers in a declaration that name another type or value. Throws for a type that is imported in its place. */
function identifiersIn(declaration) {
  const found = [];
  const note = (name) => {
    if (ts.isQualifiedName(name)) note(name.left);
    else if (ts.isPropertyAccessExpression(name)) note(name.expression);
    else if (ts.isIdentifier(name)) found.push(name);
  };
  const visit = (node) => {
    if (ts.isImportTypeNode(node)) throw new Error(`${declaration.getSourceFile().fileName}: ${node.getText()}`);
    if (ts.isTypeReferenceNode(node)) note(node.typeName);
    if (ts.isTypeQueryNode(node)) note(node.exprName);
    if (ts.isExpressionWithTypeArguments(node)) note(node.expression);
    ts.forEachChild(node, visit);
  };
  visit(declaration);
  return found;
}
