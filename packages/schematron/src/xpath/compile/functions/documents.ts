import { one } from '../../item-types.ts';
import { booleanExpr } from '../constructs/logic.ts';
import { type Expr, NOTHING, ONE_NODE } from '../expr.ts';
import { Refusal } from '../refusal.ts';
import { type Call, define, type FunctionTable } from './define.ts';

/** The JavaScript for the file that a literal names; only for rules that are compiled from files. */
function fileOf(address: Expr, { name, site }: Call): string {
  const { document } = site.scope;
  if (document === undefined) throw new Refusal(site.source, `XPST0017: the function ${name}() is not available`);
  const [constant] = address.constant ?? [];
  if (address.constant?.length !== 1 || constant?.type !== 'string') {
    throw new Refusal(site.source, `${name}() with an address that is no string literal`);
  }
  return document(constant.value);
}

/** A file of the rule sources, read at compile time (XSLT 2.0, section 16.1); no other file is ever read. */
const file = define(1, 1, (args, call): Expr => {
  const code = fileOf(args[0]!, call);
  return { type: one('document'), needs: NOTHING, isExpensive: false, value: () => code, nodes: ONE_NODE };
});

/** `document('list.xml')` of XSLT, and `doc` of XPath. */
export const documentFunctions: FunctionTable = {
  document: file,
  doc: file,
  'doc-available': define(1, 1, (args, call) => {
    fileOf(args[0]!, call);
    return booleanExpr([], () => 'true');
  }),
};
