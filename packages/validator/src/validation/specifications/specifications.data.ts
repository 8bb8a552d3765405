import type { Specification } from './specification.ts';

const EN = 'urn:cen.eu:en16931:2017';
const BILLING = `${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0`;
const XRECHNUNG = `${EN}#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0`;
const OLD_XRECHNUNG = `${EN}#compliant#urn:xoev-de:kosit:standard:xrechnung_`;
const OLD_XRECHNUNG_EXTENSION = '#conformant#urn:xoev-de:kosit:extension:xrechnung_';
const NLCIUS = `${EN}#compliant#urn:fdc:nen.nl:nlcius:v1.0`;
const AUSTRIA = `${EN}#compliant#urn:erechnung.gv.at:CIUS-AT-NAT:1.0.0`;
const INTERNATIONAL = `${EN}#conformant#urn:fdc:peppol.eu:2017:poacc`;
const PINT = 'urn:peppol:pint';

/** Specifications of invoices in UBL and CII, with the identifiers that their owners publish. */
export const SPECIFICATIONS: readonly Specification[] = [
  { identifiers: [EN], family: 'core', ruleset: 'en16931', name: { sk: 'EN 16931', en: 'EN 16931' } },
  {
    identifiers: [BILLING],
    family: 'cius',
    ruleset: 'peppol-bis-3',
    name: { sk: 'Peppol BIS Billing 3.0', en: 'Peppol BIS Billing 3.0' },
  },
  {
    identifiers: [`${EN}#compliant#urn:fdc:peppol.eu:2017:poacc:selfbilling:3.0`],
    family: 'cius',
    ruleset: 'peppol-selfbilling-3',
    name: { sk: 'Peppol BIS Self-Billing 3.0 (samofakturácia)', en: 'Peppol BIS Self-Billing 3.0' },
  },
  {
    identifiers: [`${BILLING}#conformant#urn:www.agid.gov.it:trns:fattura:3`],
    family: 'extension',
    name: { sk: 'Peppol Taliansko', en: 'Peppol Italy' },
  },
  {
    identifiers: [
      `${BILLING}#extended#urn:fdc:www.efaktura.gov.pl:ver1.0`,
      `${BILLING}#extended#urn:fdc:www.efaktura.gov.pl:ver2.0`,
    ],
    family: 'extension',
    name: { sk: 'PEF (Poľsko)', en: 'Polish PEF' },
  },
  {
    identifiers: ['urn:fdc:www.efaktura.gov.pl:ver1.0:trns:account_corr:ver1.0'],
    family: 'foreign',
    name: { sk: 'poľská účtovná nóta', en: 'Polish accounting note' },
  },
  {
    identifiers: [
      `${BILLING}#conformant#urn:fdc:anskaffelser.no:2019:ehf:forward-billing:3.0`,
      `${BILLING}#conformant#urn:fdc:anskaffelser.no:2019:ehf:reminder:3.0`,
    ],
    family: 'extension',
    name: { sk: 'EHF 3 (Nórsko)', en: 'EHF 3 (Norway)' },
  },
  {
    identifiers: ['urn:fdc:anskaffelser.no:2019:ehf:spec:payment-request:3.0'],
    family: 'foreign',
    name: { sk: 'výzva na platbu EHF (Nórsko)', en: 'EHF payment request (Norway)' },
  },
  {
    identifiers: [`${BILLING}#conformant#urn:pagero.com:puf:billing:1.0`],
    family: 'extension',
    name: { sk: 'Pagero PUF 1.0', en: 'Pagero PUF 1.0' },
  },
  {
    identifiers: ['urn:pagero.com:puf:billing:2.0'],
    family: 'foreign',
    name: { sk: 'Pagero PUF 2.0', en: 'Pagero PUF 2.0' },
  },
  {
    identifiers: [`${INTERNATIONAL}:billing:international:sg:3.0`],
    family: 'extension',
    name: { sk: 'Peppol BIS 3.0 Singapur', en: 'SG Peppol BIS 3.0 (Singapore)' },
  },
  {
    identifiers: [
      `${INTERNATIONAL}:billing:international:aunz:3.0`,
      `${INTERNATIONAL}:selfbilling:international:aunz:3.0`,
    ],
    family: 'extension',
    name: { sk: 'Peppol BIS Austrália a Nový Zéland', en: 'A-NZ Peppol BIS' },
  },
  {
    identifiers: [`${PINT}:billing-1@eu-1`],
    family: 'cius',
    name: { sk: 'Peppol PINT EÚ', en: 'Peppol PINT EU' },
  },
  {
    identifiers: [`${PINT}:billing-1`, `${PINT}:selfbilling-1`],
    family: 'foreign',
    name: { sk: 'Peppol PINT', en: 'Peppol PINT' },
  },
  {
    identifiers: [`${PINT}:billing-1@aunz-1`, `${PINT}:selfbilling-1@aunz-1`],
    family: 'foreign',
    name: { sk: 'Peppol PINT Austrália a Nový Zéland', en: 'Peppol PINT A-NZ' },
  },
  {
    identifiers: [`${PINT}:billing-1@jp-1`, `${PINT}:selfbilling-1@jp-1`, `${PINT}:nontaxinvoice-1@jp-1`],
    family: 'foreign',
    name: { sk: 'Peppol PINT Japonsko', en: 'Peppol PINT Japan' },
  },
  {
    identifiers: [`${PINT}:billing-1@my-1`, `${PINT}:selfbilling-1@my-1`],
    family: 'foreign',
    name: { sk: 'Peppol PINT Malajzia', en: 'Peppol PINT Malaysia' },
  },
  {
    identifiers: [`${PINT}:billing-1@sg-1`],
    family: 'foreign',
    name: { sk: 'Peppol PINT Singapur', en: 'Peppol PINT Singapore' },
  },
  {
    identifiers: [`${PINT}:billing-1@ae-1`, `${PINT}:selfbilling-1@ae-1`],
    family: 'foreign',
    name: { sk: 'Peppol PINT Spojené arabské emiráty', en: 'Peppol PINT UAE' },
  },
  {
    identifiers: [`${PINT}:billing-1@om-1`, `${PINT}:selfbilling-1@om-1`],
    family: 'foreign',
    name: { sk: 'Peppol PINT Omán', en: 'Peppol PINT Oman' },
  },
  {
    identifiers: [`${PINT}:billing-1@ng-1`, `${PINT}:selfbilling-1@ng-1`],
    family: 'foreign',
    name: { sk: 'Peppol PINT Nigéria', en: 'Peppol PINT Nigeria' },
  },
  {
    identifiers: ['urn:fdc:peppol:jp:billing:3.0'],
    family: 'foreign',
    name: { sk: 'Peppol Japonsko, pôvodný', en: 'Peppol Japan (old)' },
  },
  {
    identifiers: [`${EN}#conformant#urn:peppol:eb2b:1.0`],
    family: 'extension',
    name: { sk: 'Peppol eB2B', en: 'Peppol eB2B extension' },
  },
  { identifiers: [XRECHNUNG], family: 'cius', name: { sk: 'XRechnung 3.0 (Nemecko)', en: 'XRechnung 3.0' } },
  {
    identifiers: [`${XRECHNUNG}#conformant#urn:xeinkauf.de:kosit:extension:xrechnung_3.0`],
    family: 'extension',
    name: { sk: 'XRechnung 3.0 Extension (Nemecko)', en: 'XRechnung 3.0 Extension' },
  },
  {
    identifiers: [`${XRECHNUNG}#compliant#urn:xeinkauf.de:kosit:xrechnung:cvd_0.9`],
    family: 'cius',
    name: { sk: 'XRechnung CVD, čisté vozidlá (Nemecko)', en: 'XRechnung CVD (clean vehicles)' },
  },
  { identifiers: [`${OLD_XRECHNUNG}1.1`], family: 'cius', name: { sk: 'XRechnung 1.1', en: 'XRechnung 1.1' } },
  { identifiers: [`${OLD_XRECHNUNG}1.2`], family: 'cius', name: { sk: 'XRechnung 1.2', en: 'XRechnung 1.2' } },
  { identifiers: [`${OLD_XRECHNUNG}1.3`], family: 'cius', name: { sk: 'XRechnung 1.3', en: 'XRechnung 1.3' } },
  { identifiers: [`${OLD_XRECHNUNG}2.0`], family: 'cius', name: { sk: 'XRechnung 2.0', en: 'XRechnung 2.0' } },
  { identifiers: [`${OLD_XRECHNUNG}2.1`], family: 'cius', name: { sk: 'XRechnung 2.1', en: 'XRechnung 2.1' } },
  { identifiers: [`${OLD_XRECHNUNG}2.2`], family: 'cius', name: { sk: 'XRechnung 2.2', en: 'XRechnung 2.2' } },
  { identifiers: [`${OLD_XRECHNUNG}2.3`], family: 'cius', name: { sk: 'XRechnung 2.3', en: 'XRechnung 2.3' } },
  {
    identifiers: [
      `${OLD_XRECHNUNG}1.3${OLD_XRECHNUNG_EXTENSION}1.3`,
      `${OLD_XRECHNUNG}2.0${OLD_XRECHNUNG_EXTENSION}2.0`,
      `${OLD_XRECHNUNG}2.1${OLD_XRECHNUNG_EXTENSION}2.1`,
      `${OLD_XRECHNUNG}2.2${OLD_XRECHNUNG_EXTENSION}2.2`,
      `${OLD_XRECHNUNG}2.3${OLD_XRECHNUNG_EXTENSION}2.3`,
    ],
    family: 'extension',
    name: { sk: 'XRechnung Extension, staršia verzia', en: 'XRechnung Extension, older version' },
  },
  {
    identifiers: [NLCIUS],
    family: 'cius',
    name: { sk: 'NLCIUS, SI-UBL 2.0 (Holandsko)', en: 'NLCIUS, SI-UBL 2.0 (Netherlands)' },
  },
  {
    identifiers: [`${NLCIUS}#conformant#urn:fdc:nen.nl:gaccount:v1.0`],
    family: 'extension',
    name: { sk: 'SI-UBL 2.0, účet G (Holandsko)', en: 'SI-UBL 2.0 G-account (Netherlands)' },
  },
  {
    identifiers: [
      `${NLCIUS}#conformant#urn:fdc:energie-efactuur.nl:invoice:v3.0`,
      `${NLCIUS}#conformant#urn:fdc:energie-efactuur.nl:invoice:v3.1`,
    ],
    family: 'extension',
    name: { sk: 'Energie eFactuur (Holandsko)', en: 'Energie eFactuur (Netherlands)' },
  },
  {
    identifiers: [`${NLCIUS}#compliant#urn:fdc:setu.nl:invoice:v2.2`],
    family: 'cius',
    name: { sk: 'SETU, agentúrna práca (Holandsko)', en: 'SETU (Netherlands)' },
  },
  {
    identifiers: [
      `${EN}#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.0`,
      `${EN}#compliant#urn:efactura.mfinante.ro:CIUS-RO:1.0.1`,
    ],
    family: 'cius',
    name: { sk: 'RO e-Factura (Rumunsko)', en: 'CIUS-RO (Romania)' },
  },
  {
    identifiers: [`${EN}#compliant#urn:feap.gov.pt:CIUS-PT:*`],
    family: 'cius',
    name: { sk: 'CIUS-PT (Portugalsko)', en: 'CIUS-PT (Portugal)' },
  },
  {
    identifiers: ['UBL-2.1-eSPap'],
    family: 'foreign',
    name: { sk: 'eSPap, pôvodný (Portugalsko)', en: 'eSPap, old (Portugal)' },
  },
  {
    identifiers: [
      `${EN}#compliant#urn:fatturapa.gov.it:CIUS-IT:1.0.0`,
      `${EN}#compliant#urn:fatturapa.gov.it:CIUS-IT:2.0.0`,
    ],
    family: 'cius',
    name: { sk: 'CIUS-IT (Taliansko)', en: 'CIUS-IT (Italy)' },
  },
  {
    identifiers: [AUSTRIA, `${AUSTRIA}#compliant#urn:erechnung.gv.at:CIUS-AT-GOV:1.1.0`],
    family: 'cius',
    name: { sk: 'CIUS Rakúsko', en: 'CIUS Austria' },
  },
  {
    identifiers: [`${EN}#compliant#urn:face.gob.es:CIUS-ES-FACE:1.0.0`],
    family: 'cius',
    name: { sk: 'FACe (Španielsko)', en: 'CIUS-ES-FACE (Spain)' },
  },
  {
    identifiers: [`${EN}#conformant#urn:UBL.BE:1.0.0.20180214`, `${EN}#Conformant#urn:UBL.BE:1.0.0.20180214`],
    family: 'extension',
    name: { sk: 'UBL.BE, e-FFF (Belgicko)', en: 'UBL.BE, e-FFF (Belgium)' },
  },
  {
    identifiers: [`${EN}#compliant#urn:mfin.gov.hr:cius-2025:1.0#conformant#urn:mfin.gov.hr:ext-2025:1.0`],
    family: 'extension',
    name: { sk: 'Fiskalizácia 2.0 (Chorvátsko)', en: 'Croatia eRačun 2026' },
  },
  {
    identifiers: [`${EN}#compliant#urn:mingo.hr:2018:1.0`],
    family: 'cius',
    name: { sk: 'Chorvátsko, staršia verzia', en: 'Croatia (older)' },
  },
  {
    identifiers: ['urn:invoice.hr:ubl-2.1-customizations:*'],
    family: 'foreign',
    name: { sk: 'Chorvátsko, FINA', en: 'Croatia (FINA)' },
  },
  {
    identifiers: [`${EN}#compliant#urn:mfin.gov.rs:srbdt:2021`, `${EN}#compliant#urn:mfin.gov.rs:srbdt:2022`],
    family: 'cius',
    name: { sk: 'SEF (Srbsko)', en: 'SEF (Serbia)' },
  },
  {
    identifiers: [`${EN}#compliant#urn:mfin.gov.rs:srbdt:2022#conformant#urn:mfin.gov.rs:srbdtext:2022`],
    family: 'extension',
    name: { sk: 'SEF, rozšírenie (Srbsko)', en: 'SEF extension (Serbia)' },
  },
  {
    identifiers: [`${EN}#conformant#urn.cpro.gouv.fr:1p0:extended-ctc-fr`],
    family: 'extension',
    name: { sk: 'Francúzsko, rozšírenie CTC', en: 'France EXTENDED-CTC-FR' },
  },
  {
    identifiers: ['urn.cpro.gouv.fr:1p0:einvoicingextract#Base', 'urn.cpro.gouv.fr:1p0:einvoicingextract#Full'],
    family: 'foreign',
    name: { sk: 'výťah z faktúry pre štát (Francúzsko)', en: 'French flux 1 extract' },
  },
  {
    identifiers: [`${EN}#compliant#urn:peppol:france:billing:cius:1.0`],
    family: 'cius',
    name: { sk: 'Peppol Francúzsko', en: 'Peppol France' },
  },
  {
    identifiers: [`${EN}#conformant#urn:peppol:france:billing:extended:1.0`],
    family: 'extension',
    name: { sk: 'Peppol Francúzsko, rozšírenie', en: 'Peppol France extended' },
  },
  {
    // The form with colons is that of Factur-X 1.0 before its correction.
    identifiers: [
      `${EN}#compliant#urn:factur-x.eu:1p0:basic`,
      `${EN}:compliant:factur-x.eu:1p0:basic`,
      `${EN}#compliant#urn:zugferd.de:2p0:basic`,
    ],
    family: 'cius',
    name: { sk: 'Factur-X, ZUGFeRD (BASIC)', en: 'Factur-X, ZUGFeRD (BASIC)' },
  },
  {
    identifiers: [
      `${EN}#conformant#urn:factur-x.eu:1p0:extended`,
      `${EN}:conformant:factur-x.eu:1p0:extended`,
      `${EN}:compliant:factur-x.eu:1p0:extended`,
      `${EN}#conformant#urn:zugferd.de:2p0:extended`,
    ],
    family: 'extension',
    name: { sk: 'Factur-X, ZUGFeRD (EXTENDED)', en: 'Factur-X, ZUGFeRD (EXTENDED)' },
  },
  {
    identifiers: ['urn:factur-x.eu:1p0:basicwl', 'urn:zugferd.de:2p0:basicwl'],
    family: 'foreign',
    name: { sk: 'Factur-X, ZUGFeRD (BASIC WL)', en: 'Factur-X, ZUGFeRD (BASIC WL)' },
  },
  {
    identifiers: ['urn:factur-x.eu:1p0:minimum', 'urn:zugferd.de:2p0:minimum'],
    family: 'foreign',
    name: { sk: 'Factur-X, ZUGFeRD (MINIMUM)', en: 'Factur-X, ZUGFeRD (MINIMUM)' },
  },
  {
    identifiers: ['urn:ferd:*'],
    family: 'foreign',
    name: { sk: 'ZUGFeRD 1.0', en: 'ZUGFeRD 1.0' },
  },
  {
    identifiers: ['urn:fdc:oioubl.dk:trns:billing:invoice:3.0', 'urn:fdc:oioubl.dk:trns:billing:creditnote:3.0'],
    family: 'cius',
    name: { sk: 'OIOUBL 3 (Dánsko)', en: 'OIOUBL 3 (Denmark)' },
  },
  {
    identifiers: ['OIOUBL-2.01', 'OIOUBL-2.02', 'OIOUBL-2.1'],
    family: 'foreign',
    name: { sk: 'OIOUBL 2 (Dánsko)', en: 'OIOUBL 2 (Denmark)' },
  },
  {
    identifiers: ['urn:www.cenbii.eu:transaction:bii*'],
    family: 'foreign',
    name: { sk: 'Peppol BIS 1 alebo 2, zrušený', en: 'Peppol BIS 1 or 2 (retired)' },
  },
  {
    identifiers: [`${EN}#compliant#urn:zatca.gov.sa:e-invoicing:1.0`],
    family: 'foreign',
    name: { sk: 'ZATCA (Saudská Arábia)', en: 'ZATCA (Saudi Arabia)' },
  },
  {
    identifiers: ['TR1.2', 'TR1.2.1'],
    family: 'foreign',
    name: { sk: 'e-Fatura (Turecko)', en: 'e-Fatura (Turkey)' },
  },
];
