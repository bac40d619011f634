package dev.hexadmin.persistence.files;

import java.io.InputStream;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Finds what a browser would run in an SVG file: elements with scripts, event attributes, and addresses of scripts (SVG 2,
 * 15 and 17). Entities that the file declares are replaced first; other documents are not read.
 */
final class SvgScripts {
    private static final Set<String> ELEMENTS =
            Set.of("script", "handler", "listener", "iframe", "frame", "object", "embed", "meta", "base");

    private static final Pattern IGNORED_IN_ADDRESSES = Pattern.compile("[\\s\\p{Cntrl}]+");
    private static final Pattern RUN =
            Pattern.compile("javascript:|vbscript:|data:text/html|data:text/xml|data:application/xhtml");

    private static final XMLInputFactory XML = factory();

    private SvgScripts() {}

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, true);
        factory.setXMLResolver((publicId, systemId, base, namespace) -> InputStream.nullInputStream());
        return factory;
    }

    /** Whether it would run something, or is not well-formed, so that this cannot be said. */
    static boolean areIn(InputStream svg) {
        try {
            XMLStreamReader reader = XML.createXMLStreamReader(svg);
            try {
                while (reader.hasNext()) {
                    int event = reader.next();
                    if ((event == XMLStreamConstants.START_ELEMENT && runs(reader))
                            || (event == XMLStreamConstants.PROCESSING_INSTRUCTION
                                    && reader.getPITarget().equals("xml-stylesheet")
                                    && !reader.getPIData().contains("text/css"))) {
                        return true;
                    }
                }
                return false;
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            return true;
        }
    }

    private static boolean runs(XMLStreamReader element) {
        if (ELEMENTS.contains(element.getLocalName().toLowerCase(Locale.ROOT))) {
            return true;
        }
        for (int i = 0; i < element.getAttributeCount(); i++) {
            String value = IGNORED_IN_ADDRESSES
                    .matcher(element.getAttributeValue(i))
                    .replaceAll("")
                    .toLowerCase(Locale.ROOT);
            if (element.getAttributeLocalName(i).toLowerCase(Locale.ROOT).startsWith("on")
                    || RUN.matcher(value).find()) {
                return true;
            }
        }
        return false;
    }
}
