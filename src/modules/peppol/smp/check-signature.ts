import { X509Certificate } from 'node:crypto';
import { NodeKind, type XmlElement } from '@e-invoice/schematron/xml';
import { DOMParser } from '@xmldom/xmldom';
import { SignedXml } from 'xml-crypto';
import { LookupFault } from '../lookup-fault.ts';
import { attributeOf, childrenOf, readAnswer, textOf } from './elements.ts';

const DSIG = 'http://www.w3.org/2000/09/xmldsig#';
const ENVELOPED = `${DSIG}enveloped-signature`;
const CANONICAL = ['http://www.w3.org/TR/2001/REC-xml-c14n-20010315', 'http://www.w3.org/2001/10/xml-exc-c14n#'];
const SIGNING = [
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
];
const DIGESTS = ['http://www.w3.org/2001/04/xmlenc#sha256', 'http://www.w3.org/2001/04/xmlenc#sha512'];
const LEAST_KEY_BITS = 2_048;

type Signed = {
  /** Exactly the signed bytes; only these may be processed further. */
  readonly content: Buffer;
  readonly signer: X509Certificate;
  /** Other certificates supplied in the signature. */
  readonly others: readonly X509Certificate[];
};

/**
 * Verifies the signature of signed metadata (XML Signature 1.1, enveloped, over the whole document). The form is
 * checked before the library processes it: exactly one signature, a child of the document element, over the whole
 * document, with allowed algorithms only.
 *
 * @throws LookupFault `smp_not_xml`, `signature_missing`, `signature_refused`, `signature_invalid`
 */
export function checkSignature(bytes: Uint8Array): Signed {
  const { root, text } = readAnswer(bytes);
  const signatures = within(root).filter(({ local, uri }) => local === 'Signature' && uri === DSIG);
  if (signatures.length === 0) throw new LookupFault('signature_missing');
  const [signature] = signatures;
  if (signatures.length > 1 || signature!.parent !== root) throw new LookupFault('signature_refused');
  checkForm(signature!);
  const [signer, ...others] = readCertificates(signature!);
  const { asymmetricKeyType, asymmetricKeyDetails } = signer!.publicKey;
  if (asymmetricKeyType !== 'rsa' || (asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_KEY_BITS) {
    throw new LookupFault('signature_refused');
  }
  return { content: verify(text, signer!), signer: signer!, others };
}

function within(parent: XmlElement): XmlElement[] {
  const found: XmlElement[] = [];
  for (let child = parent.first; child !== null; child = child.next) found.push(child, ...within(child));
  return found;
}

/** @throws LookupFault `signature_refused` */
function checkForm(signature: XmlElement): void {
  const inner = within(signature);
  // The library finds these elements by local name anywhere in the document, so there must be exactly one of each.
  const one = (local: string): XmlElement => {
    const found = inner.filter((element) => element.local === local);
    if (found.length !== 1 || found[0]!.uri !== DSIG) throw new LookupFault('signature_refused');
    return found[0]!;
  };
  const info = one('SignedInfo');
  const reference = one('Reference');
  const transforms = childrenOf(one('Transforms'), 'Transform', DSIG);
  const [enveloped, canonical] = transforms.map((transform) => attributeOf(transform, 'Algorithm'));
  const value = one('SignatureValue');
  const isAllowed =
    info.parent === signature &&
    one('KeyInfo').parent === signature &&
    value.parent === signature &&
    value.children.every(({ kind }) => kind === NodeKind.TEXT) &&
    reference.parent === info &&
    isEmptyUri(reference) &&
    transforms.length === inner.filter(({ local }) => local === 'Transform').length &&
    transforms.length <= 2 &&
    enveloped === ENVELOPED &&
    (canonical === undefined || CANONICAL.includes(canonical)) &&
    CANONICAL.includes(attributeOf(one('CanonicalizationMethod'), 'Algorithm')) &&
    SIGNING.includes(attributeOf(one('SignatureMethod'), 'Algorithm')) &&
    DIGESTS.includes(attributeOf(one('DigestMethod'), 'Algorithm'));
  if (!isAllowed) throw new LookupFault('signature_refused');
}

/** `URI=""` means the whole document; without the attribute the reference would be application-defined. */
const isEmptyUri = ({ attributes }: XmlElement): boolean =>
  attributes.some(({ local, uri, value }) => local === 'URI' && uri === '' && value === '');

/** @throws LookupFault `signature_refused` */
function readCertificates(signature: XmlElement): X509Certificate[] {
  const texts = within(signature).filter(({ local, uri }) => local === 'X509Certificate' && uri === DSIG);
  if (texts.length === 0 || texts.length > 5) throw new LookupFault('signature_refused');
  try {
    return texts.map((element) => new X509Certificate(Buffer.from(textOf(element).replace(/\s/g, ''), 'base64')));
  } catch (error) {
    throw new LookupFault('signature_refused', null, error);
  }
}

/** @throws LookupFault `signature_invalid` */
function verify(text: string, signer: X509Certificate): Buffer {
  const checker = new SignedXml({ publicCert: signer.publicKey.export({ type: 'spki', format: 'pem' }) });
  try {
    // Markup on whose well-formedness the two parsers disagree is treated as an attack.
    const complain = (message: unknown): never => {
      throw new Error(String(message));
    };
    const errorHandler = { warning: complain, error: complain, fatalError: complain };
    const document = new DOMParser({ errorHandler }).parseFromString(text, 'text/xml');
    const nodes = document.getElementsByTagNameNS(DSIG, 'Signature');
    checker.loadSignature(nodes.item(0) as unknown as Node);
    if (!checker.checkSignature(text)) throw new LookupFault('signature_invalid');
    const [content] = checker.getSignedReferences();
    if (content === undefined) throw new LookupFault('signature_invalid');
    return Buffer.from(content);
  } catch (error) {
    throw error instanceof LookupFault ? error : new LookupFault('signature_invalid', null, error);
  }
}
