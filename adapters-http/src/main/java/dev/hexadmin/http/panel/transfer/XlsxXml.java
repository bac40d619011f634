package dev.hexadmin.http.panel.transfer;

import dev.hexadmin.application.transfer.UnreadableFileException;
import java.io.InputStream;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.jspecify.annotations.Nullable;

/**
 * The XML of a workbook. Document type declarations are rejected, and with them external entities (OWASP, XML External
 * Entity Prevention).
 */
final class XlsxXml {
    private static final XMLInputFactory XML = factory();

    private XlsxXml() {}

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        // pieces of a text, which is put together once: the parser would copy a long one again and again
        factory.setProperty(XMLInputFactory.IS_COALESCING, false);
        // declarations are rejected already: these limits would only count &amp; and the like, up to a hundred thousand
        factory.setProperty("jdk.xml.maxGeneralEntitySizeLimit", "0");
        factory.setProperty("jdk.xml.totalEntitySizeLimit", "0");
        return factory;
    }

    static XMLStreamReader open(InputStream part) {
        try {
            return XML.createXMLStreamReader(part);
        } catch (XMLStreamException e) {
            throw broken(e);
        }
    }

    /** The next event; a document type declaration or entity reference is rejected. */
    static int step(XMLStreamReader xml) throws XMLStreamException {
        int event = xml.next();
        if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
            throw new UnreadableFileException("The file holds a document type declaration, which no workbook does.");
        }
        return event;
    }

    static Optional<String> attribute(XMLStreamReader xml, @Nullable String namespace, String name) {
        return Optional.ofNullable(xml.getAttributeValue(namespace, name));
    }

    /** The text of all {@code t} up to the end of an element, without how it is pronounced. */
    static String text(XMLStreamReader xml, String until) throws XMLStreamException {
        StringBuilder text = new StringBuilder();
        boolean inText = false;
        int phonetic = 0;
        while (true) {
            switch (step(xml)) {
                case XMLStreamConstants.START_ELEMENT -> {
                    inText = xml.getLocalName().equals("t");
                    phonetic += xml.getLocalName().equals("rPh") ? 1 : 0;
                }
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA, XMLStreamConstants.SPACE -> {
                    if (inText && phonetic == 0) {
                        text.append(xml.getText());
                    }
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    inText = false;
                    phonetic -= xml.getLocalName().equals("rPh") ? 1 : 0;
                    if (xml.getLocalName().equals(until)) {
                        return XlsxText.decoded(text.toString());
                    }
                }
                case XMLStreamConstants.END_DOCUMENT -> throw new UnreadableFileException("The file ends too early.");
                default -> {}
            }
        }
    }

    static UnreadableFileException broken(XMLStreamException e) {
        return e.getNestedException() instanceof UnreadableFileException own ? own : broken();
    }

    static UnreadableFileException broken() {
        return new UnreadableFileException("The file is no workbook, or broken.");
    }
}
