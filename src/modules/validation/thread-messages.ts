import type { ConversionResult, InvoiceComparison, Syntax } from '@e-invoice/validator/conversion';
import type { FileResult } from '@e-invoice/validator/issues';
import type {
  EnvelopeVerdict,
  LayerNotInRuleset,
  RulesetUnknown,
  ValidationRequest,
} from '@e-invoice/validator/validation';
import type { DraftInvoice, Preview, Reachability } from '../drafts/index.ts';
import type { Addressing } from '../exchange/envelope/index.ts';
import type { ForSending, InvoiceDetails, Particulars } from '../exchange/invoice-facts/index.ts';
import type { WriteTaxDataOptions, WrittenTaxData } from '../exchange/tax-data/index.ts';
import type { NetworkFinding, NetworkPackId, ServedPack, ValidatorConfig } from '../rules/loader/index.ts';

/** A request without its clock, which the thread adds. */
export type FileValidationRequest = Omit<ValidationRequest, 'clock'> & {
  /** Include the parties and VAT data that a report contains. */
  readonly details?: boolean;
};

/** A result with the requested details; null when the file is no invoice. */
export type ValidatedFile = FileResult & { readonly details?: InvoiceDetails | null };

/** `undetermined`: a rule could not be evaluated; counts as invalid. */
export type VerdictWord = 'valid' | 'invalid' | 'undetermined';

/** A result as stored: JSON text, verdict, and the key that duplicates in a batch share. */
export type WrittenResult = { readonly text: string; readonly verdict: VerdictWord; readonly duplicateKey: string };

/** A file of a group: the bytes of all files are concatenated in this order. */
type FileOfGroup = { readonly filename: string; readonly length: number };

export type Setup = ValidatorConfig;

export type PreviewRequest = { readonly draft: DraftInvoice; readonly today: string; readonly reach: Reachability };

/**
 * Requests to a thread. `file` and `files` validate, `draft` creates and validates an invoice, `network` and
 * `envelope` apply network rules; the others read data of a file or create its tax data document. `served`: releases
 * of the service that apply in addition to the bundled ones.
 */
export type Request =
  | {
      readonly kind: 'file';
      readonly bytes: Uint8Array;
      readonly request: FileValidationRequest;
      readonly served: readonly ServedPack[];
    }
  | {
      readonly kind: 'files';
      readonly bytes: Uint8Array;
      readonly files: readonly FileOfGroup[];
      readonly request: Omit<FileValidationRequest, 'filename'>;
      readonly served: readonly ServedPack[];
    }
  | { readonly kind: 'draft'; readonly request: PreviewRequest; readonly served: readonly ServedPack[] }
  | { readonly kind: 'addressing'; readonly bytes: Uint8Array }
  | { readonly kind: 'for sending'; readonly bytes: Uint8Array; readonly at: number }
  | { readonly kind: 'tax data'; readonly bytes: Uint8Array; readonly request: WriteTaxDataOptions }
  | { readonly kind: 'particulars'; readonly bytes: Uint8Array }
  | { readonly kind: 'network'; readonly bytes: Uint8Array; readonly pack: NetworkPackId; readonly today: string }
  | { readonly kind: 'envelope'; readonly bytes: Uint8Array }
  | { readonly kind: 'convert'; readonly bytes: Uint8Array; readonly to: Syntax }
  /** `bytes` contains both files; the second begins at `split`. */
  | { readonly kind: 'compare'; readonly bytes: Uint8Array; readonly split: number };

export type Reply =
  | { readonly kind: 'result'; readonly result: ValidatedFile }
  /** Results of the first files of the group, at least one; null for a file to be validated individually. */
  | { readonly kind: 'results'; readonly results: readonly (WrittenResult | null)[] }
  | { readonly kind: 'preview'; readonly preview: Preview }
  | { readonly kind: 'addressing'; readonly addressing: Addressing | null }
  | { readonly kind: 'for sending'; readonly read: ForSending | null }
  | { readonly kind: 'tax data'; readonly taxData: WrittenTaxData | null; readonly findings: readonly NetworkFinding[] }
  | { readonly kind: 'particulars'; readonly particulars: Particulars | null }
  | { readonly kind: 'network'; readonly findings: readonly NetworkFinding[] | null }
  | { readonly kind: 'envelope'; readonly verdict: EnvelopeVerdict }
  | { readonly kind: 'convert'; readonly converted: ConversionResult | null }
  | { readonly kind: 'compare'; readonly compared: InvoiceComparison | 'left' | 'right' }
  /** The requested rules cannot be applied. Sent as data, because error classes do not survive structured cloning. */
  | { readonly kind: 'refused'; readonly refusal: Refusal };

type Refusal =
  | Pick<RulesetUnknown, 'code' | 'requested' | 'installed'>
  | Pick<LayerNotInRuleset, 'code' | 'requested' | 'ruleset' | 'layers'>;
