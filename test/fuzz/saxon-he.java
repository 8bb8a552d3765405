import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.xml.XMLConstants;
import javax.xml.parsers.SAXParserFactory;
import javax.xml.transform.ErrorListener;
import javax.xml.transform.TransformerException;
import javax.xml.transform.sax.SAXSource;
import javax.xml.transform.stream.StreamSource;
import net.sf.saxon.lib.FeatureKeys;
import net.sf.saxon.s9api.Axis;
import net.sf.saxon.s9api.DocumentBuilder;
import net.sf.saxon.s9api.Processor;
import net.sf.saxon.s9api.QName;
import net.sf.saxon.s9api.SaxonApiException;
import net.sf.saxon.s9api.XdmDestination;
import net.sf.saxon.s9api.XdmNode;
import net.sf.saxon.s9api.XdmNodeKind;
import net.sf.saxon.s9api.XdmSequenceIterator;
import net.sf.saxon.s9api.XsltCompiler;
import net.sf.saxon.s9api.XsltExecutable;
import net.sf.saxon.s9api.XsltTransformer;
import org.xml.sax.InputSource;
import org.xml.sax.XMLReader;

/**
 * Runs stylesheets with Saxon-HE: the processes of `saxon-he.ts` on the other side of two pipes.
 *
 * Arguments: the pipe of questions, the pipe of answers, the stylesheets. All are compiled, then `ready` is printed and
 * the pipes are opened. A question is the number of a stylesheet, a length, and so many bytes of a document in UTF-8;
 * length -1 means the last document again. An answer is a length and so many bytes: fields end with U+001F and rows with
 * U+001E, which XML 1.0 knows not. The first row is `ok`, or `error` with a code and a message; every other row is a
 * finding: kind, check, location, code, text.
 */
@SuppressWarnings("deprecation")
final class SaxonHe {
    private static final QName CHECK = new QName("check");
    private static final QName LOCATION = new QName("location");
    private static final QName CODE = new QName("code");

    /** What goes wrong while judging is told in the answer. */
    private static final ErrorListener SILENT = new ErrorListener() {
        public void warning(TransformerException told) {}
        public void error(TransformerException told) {}
        public void fatalError(TransformerException told) {}
    };

    private final Processor processor = new Processor(false);
    private final List<XsltExecutable> stylesheets = new ArrayList<>();
    private final XMLReader reader = makeReader();

    public static void main(String[] arguments) throws Exception {
        SaxonHe saxon = new SaxonHe();
        for (int at = 2; at < arguments.length; at++) saxon.compile(new File(arguments[at]));
        System.out.println("ready " + saxon.processor.getSaxonProductVersion());
        System.out.flush();
        try (DataInputStream questions = new DataInputStream(new BufferedInputStream(new FileInputStream(arguments[0]), 1 << 16));
                DataOutputStream answers = new DataOutputStream(new BufferedOutputStream(new FileOutputStream(arguments[1]), 1 << 16))) {
            saxon.serve(questions, answers);
        }
    }

    private SaxonHe() throws Exception {
        processor.setConfigurationProperty(FeatureKeys.ALLOW_EXTERNAL_FUNCTIONS, "false");
        // UBL is of XML Schema 1.0, which has no year 0000; XPath leaves the choice open.
        processor.setConfigurationProperty(FeatureKeys.XSD_VERSION, "1.0");
        processor.getUnderlyingConfiguration().setURIResolver((href, base) -> {
            throw new TransformerException("nothing else is read");
        });
    }

    private void compile(File file) throws SaxonApiException {
        XsltCompiler compiler = processor.newXsltCompiler();
        stylesheets.add(compiler.compile(new StreamSource(file)));
    }

    private void serve(DataInputStream questions, DataOutputStream answers) throws IOException {
        processor.getUnderlyingConfiguration().setErrorListener(SILENT);
        XdmNode document = null;
        String fault = null;
        for (int number = questions.read(); number != -1; number = questions.read()) {
            int length = questions.readInt();
            if (length >= 0) {
                byte[] bytes = new byte[length];
                questions.readFully(bytes);
                try {
                    document = parse(new String(bytes, StandardCharsets.UTF_8));
                    fault = null;
                } catch (SaxonApiException cause) {
                    document = null;
                    fault = row("error", "parse", cause.getMessage());
                }
            }
            byte[] answer = (document == null ? fault : validate(stylesheets.get(number), document)).getBytes(StandardCharsets.UTF_8);
            answers.writeInt(answer.length);
            answers.write(answer);
            answers.flush();
        }
    }

    private XdmNode parse(String text) throws SaxonApiException {
        DocumentBuilder builder = processor.newDocumentBuilder();
        return builder.build(new SAXSource(reader, new InputSource(new StringReader(text))));
    }

    private static String validate(XsltExecutable stylesheet, XdmNode document) {
        try {
            XsltTransformer transformer = stylesheet.load();
            XdmDestination result = new XdmDestination();
            // What cannot be matched is not matched (XSLT 3.0, 5.5.4); each time a warning would be told of it.
            transformer.setErrorListener(SILENT);
            transformer.setInitialContextNode(document);
            transformer.setDestination(result);
            transformer.transform();
            return tell(result.getXdmNode());
        } catch (SaxonApiException cause) {
            QName code = cause.getErrorCode();
            return row("error", code == null ? "" : code.getLocalName(), cause.getMessage());
        }
    }

    private static String tell(XdmNode result) {
        StringBuilder text = new StringBuilder(row("ok"));
        for (XdmSequenceIterator<XdmNode> roots = result.axisIterator(Axis.CHILD); roots.hasNext();) {
            for (XdmSequenceIterator<XdmNode> nodes = roots.next().axisIterator(Axis.CHILD); nodes.hasNext();) {
                XdmNode node = nodes.next();
                if (node.getNodeKind() != XdmNodeKind.ELEMENT) continue;
                String code = node.getAttributeValue(CODE);
                text.append(row(
                        node.getNodeName().getLocalName(),
                        node.getAttributeValue(CHECK),
                        node.getAttributeValue(LOCATION),
                        code == null ? "" : code,
                        node.getStringValue()));
            }
        }
        return text.toString();
    }

    private static String row(String... fields) {
        return String.join("\u001f", fields) + "\u001e";
    }

    /** Without document types, so that there are no entities. */
    private static XMLReader makeReader() throws Exception {
        SAXParserFactory factory = SAXParserFactory.newDefaultInstance();
        factory.setNamespaceAware(true);
        factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
        factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
        return factory.newSAXParser().getXMLReader();
    }
}
