import { X509Certificate } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { checkChain, isAnnounced, readAnchors } from '../../src/modules/peppol/smp/check-chain.ts';
import { checkSignature } from '../../src/modules/peppol/smp/check-signature.ts';
import { readMetadata } from '../../src/modules/peppol/smp/read-metadata.ts';
import { type Certificate, makeCertificate } from '../support/certificate.ts';
import { INVOICE, makeSmpPki, metadataXml, type Signing, signXml } from '../support/smp-double.ts';

const P = '0245:2020317068';
const OTHER = '0245:2120123456';
const pki = makeSmpPki();
const xml = metadataXml(P, INVOICE, { certificate: pki.accessPoint });
const sign = (signing: Signing = {}, signer: Certificate = pki.smp) => signXml(xml, signer, signing);
const check = (text: string) => checkSignature(Buffer.from(text));
const fault = (reason: string) => expect.objectContaining({ reason });
const refuse = (text: string, reason: string) => expect(() => check(text)).toThrow(fault(reason));
const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
const ENVELOPED = 'http://www.w3.org/2000/09/xmldsig#enveloped-signature';
const query = { participant: P, documentType: INVOICE, at: Date.now() };

describe('XML Signature: enveloped over the whole document', () => {
  it.each<[string, Signing]>([
    ['canonical', {}],
    ['exclusive', { canonical: EXCLUSIVE }],
    ['with a canonical transform', { transforms: [ENVELOPED, C14N] }],
    ['with an exclusive transform', { transforms: [ENVELOPED, EXCLUSIVE] }],
    ['RSA-SHA512', { signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512' }],
    ['SHA-512', { digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha512' }],
  ])('%s is valid', (_, signing) => {
    const { content, signer } = check(sign(signing));
    expect(signer.subject).toBe('CN=PSM000001');
    expect(readMetadata(content, query)).toMatchObject({ kind: 'services', processes: [{ endpoints: [{}] }] });
  });

  it.each<[string, string, string]>([
    ['its content', 'https://ap.example/as4', 'https://evil.example/as4'],
    ['its participant', P, OTHER],
    ['its digest', '<DigestValue>', '<DigestValue>AAAA'],
    ['its value', '<SignatureValue>', '<SignatureValue>AAAA'],
  ])('is invalid after %s is changed', (_, from, to) => {
    const signed = sign();
    expect(signed).toContain(from);
    refuse(signed.replace(from, to), 'signature_invalid');
  });

  it("is invalid with another certificate than the signer's", () => {
    const other = pki.make('PSM000009');
    const bare = (pem: string) => pem.replace(/-----[A-Z ]+-----|\s/g, '');
    refuse(sign().replace(bare(pki.smp.cert), bare(other.cert)), 'signature_invalid');
  });

  it('is required', () => refuse(xml, 'signature_missing'));
});

describe('signature wrapping', () => {
  const signed = sign();
  const signature = /<Signature .*<\/Signature>/s.exec(signed)![0];
  const inner = signed.replace(/<\?xml[^>]*>/, '');
  const attack = metadataXml(P, INVOICE, { certificate: pki.accessPoint, url: 'https://evil.example/as4' });
  const atEnd = (text: string, added: string) => text.replace(/(<\/[^>]+>)$/, `${added}$1`);

  it('rejects the signed document inside another one', () => {
    refuse(atEnd(attack, inner), 'signature_refused');
    refuse(atEnd(attack, `<x>${inner}</x>`), 'signature_refused');
  });
  it('rejects its signature under another document that contains the signed one', () => {
    refuse(atEnd(attack, signature), 'signature_invalid');
    const object = signature.replace('</Signature>', `<Object>${xml}</Object></Signature>`);
    refuse(atEnd(attack, object), 'signature_invalid');
  });
  it('rejects two signatures', () => refuse(atEnd(signed, signature), 'signature_refused'));
  it('ignores unsigned objects in the signature: only signed content is read', () => {
    const object = signed.replace('</Signature>', `<Object>${attack}</Object></Signature>`);
    const { content } = check(object);
    expect(content.toString()).not.toContain('evil.example');
    expect(readMetadata(content, query)).toMatchObject({
      processes: [{ endpoints: [{ url: 'https://ap.example/as4' }] }],
    });
  });
  it('reads a value with a comment unchanged', () => {
    const { content } = check(signed.replace('https://ap.example/as4', 'https://ap.example<!-- x -->/as4'));
    expect(readMetadata(content, query)).toMatchObject({
      processes: [{ endpoints: [{ url: 'https://ap.example/as4' }] }],
    });
  });
  it.each([
    ['a reference to a part', 'URI=""', 'URI="#part"'],
    ['a reference without a URI', 'URI=""', 'Type=""'],
    ['a second SignedInfo', '<SignedInfo>', '<SignedInfo/><SignedInfo>'],
    ['a second SignatureValue of another namespace', '<SignatureValue>', '<SignatureValue xmlns="x"/><SignatureValue>'],
    ['an algorithm hidden before', '<SignedInfo>', '<Object><SignatureMethod Algorithm="x"/></Object><SignedInfo>'],
    ['no key information', /<KeyInfo>.*<\/KeyInfo>/s, ''],
    ['an invalid certificate', /<X509Certificate>/, '<X509Certificate>AAAA'],
    ['SHA-1', 'xmldsig-more#rsa-sha256', 'xmldsig#rsa-sha1'],
    ['an HMAC key', 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256', 'http://www.w3.org/2000/09/xmldsig#hmac-sha1'],
    [
      'another transform',
      '<Transforms>',
      '<Transforms><Transform Algorithm="http://www.w3.org/TR/1999/REC-xslt-19991116"/>',
    ],
  ])('%s is rejected', (_, from, to) => refuse(signed.replace(from, to), 'signature_refused'));
});

describe('keys', () => {
  it('rejects RSA keys below 2048 bits', () => {
    refuse(sign({}, makeCertificate('weak', { kind: 'rsa', rsaBits: 1_024 })), 'signature_refused');
  });
});

describe('certificate chain of the signer', () => {
  const at = Date.now();
  const x509 = ({ cert }: Certificate) => new X509Certificate(cert);
  const smp = x509(pki.smp);
  const chain = (signer: X509Certificate, anchors: Certificate[], others: Certificate[] = []) =>
    checkChain(signer, { anchors: anchors.map(x509), others: others.map(x509), at });

  it('is trusted when issued by an anchor, directly or through supplied certificates', () => {
    expect(chain(smp, [pki.smpCa])).toMatchObject({ chain: 'trusted', subject: 'CN=PSM000001' });
    expect(chain(smp, [pki.root], [pki.smpCa])).toMatchObject({ chain: 'trusted' });
  });
  it('is reported as not checked without anchors', () =>
    expect(chain(smp, [])).toMatchObject({ chain: 'not_checked' }));
  it('is not trusted without the intermediate, or from another issuer of the same name', () => {
    expect(() => chain(smp, [pki.root])).toThrow(fault('signer_untrusted'));
    const namesake = makeCertificate('Test SMP CA', { kind: 'rsa' });
    expect(() => chain(smp, [namesake])).toThrow(fault('signer_untrusted'));
    expect(() => chain(x509(pki.make('PSM2', { issuer: namesake })), [pki.root], [namesake])).toThrow(
      fault('signer_untrusted'),
    );
  });
  it('is not trusted through a certificate that is not a CA', () => {
    const forged = pki.make('PSM000666', { issuer: pki.smp });
    expect(() => chain(x509(forged), [pki.smpCa], [pki.smp])).toThrow(fault('signer_untrusted'));
  });
  it('is rejected outside its validity period', () => {
    const past = pki.make('old', { from: new Date(at - 9e8), to: new Date(at - 8e8) });
    const future = pki.make('new', { from: new Date(at + 8e8), to: new Date(at + 9e8) });
    expect(() => chain(x509(past), [pki.smpCa])).toThrow(fault('signer_expired'));
    expect(() => chain(x509(future), [])).toThrow(fault('signer_expired'));
  });
  it('reads anchors from PEM', () => {
    expect(readAnchors(`# root\n${pki.root.cert}\n${pki.smpCa.cert}`)).toHaveLength(2);
    expect(readAnchors('nothing')).toHaveLength(0);
  });
  it.each([
    ['CN=PSM000001,OU=TEST,O=Test,C=SK', true],
    ['C=SK, O=Test, CN = psm000001', true],
    ['/C=SK/CN=PSM000001', true],
    ['PSM000001', true],
    ['CN=PSM000002', false],
    ['OU=PSM000001', false],
    ['', false],
  ])('a redirect announces the signer with %j: %s', (uid, isIt) => expect(isAnnounced(uid, smp)).toBe(isIt));
});

describe('rejects metadata for something else', () => {
  const { content } = check(sign());
  it('another participant', () =>
    expect(() => readMetadata(content, { ...query, participant: OTHER })).toThrow(fault('smp_other_participant')));
  it('another document type', () =>
    expect(() => readMetadata(content, { ...query, documentType: 'busdox-docid-qns::a::b##c::1' })).toThrow(
      fault('smp_other_document_type'),
    ));
});
