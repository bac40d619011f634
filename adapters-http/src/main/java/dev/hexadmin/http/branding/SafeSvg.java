package dev.hexadmin.http.branding;

import java.io.ByteArrayInputStream;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Checks that an SVG file only draws: no scripts, no events, no other documents, nothing from elsewhere. Elements of SVG have to
 * be known ones; those of drawing programs in other namespaces do nothing in a browser, except those of XHTML.
 */
final class SafeSvg {
    private static final String SVG = "http://www.w3.org/2000/svg";
    private static final String XHTML = "http://www.w3.org/1999/xhtml";

    /** The namespaces of attributes that browsers know in a drawing. */
    private static final Set<String> MEANT =
            Set.of("", SVG, "http://www.w3.org/1999/xlink", "http://www.w3.org/XML/1998/namespace");

    private static final int DEEPEST = 64;

    private static final Set<String> ELEMENTS = Set.of(
            "svg",
            "g",
            "defs",
            "symbol",
            "use",
            "title",
            "desc",
            "metadata",
            "style",
            "path",
            "rect",
            "circle",
            "ellipse",
            "line",
            "polyline",
            "polygon",
            "text",
            "tspan",
            "textPath",
            "linearGradient",
            "radialGradient",
            "stop",
            "clipPath",
            "mask",
            "pattern",
            "marker",
            "filter",
            "feBlend",
            "feColorMatrix",
            "feComposite",
            "feFlood",
            "feGaussianBlur",
            "feMerge",
            "feMergeNode",
            "feOffset");

    /** What a style or an attribute can load from elsewhere. */
    private static final Pattern LOADS = Pattern.compile(
            "@import|url\\(\\s*+['\"]?+(?!\\s*#)|image-set\\(|javascript:|\\\\", Pattern.CASE_INSENSITIVE);

    private static final XMLInputFactory XML = factory();

    private SafeSvg() {}

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_REPLACING_ENTITY_REFERENCES, false);
        factory.setProperty(XMLInputFactory.IS_COALESCING, true);
        return factory;
    }

    /** @throws IllegalArgumentException that names what it contains */
    static void check(byte[] content) {
        try {
            XMLStreamReader reader = XML.createXMLStreamReader(new ByteArrayInputStream(content));
            try {
                check(reader);
            } finally {
                reader.close();
            }
        } catch (XMLStreamException e) {
            throw new IllegalArgumentException("it is not well-formed XML", e);
        }
    }

    private static void check(XMLStreamReader reader) throws XMLStreamException {
        int depth = 0;
        int styles = 0;
        while (reader.hasNext()) {
            switch (reader.next()) {
                case XMLStreamConstants.START_ELEMENT -> {
                    element(reader, depth++);
                    styles += reader.getLocalName().equals("style") ? 1 : 0;
                }
                case XMLStreamConstants.END_ELEMENT -> {
                    depth--;
                    styles -= reader.getLocalName().equals("style") ? 1 : 0;
                }
                case XMLStreamConstants.DTD -> throw unsafe("a document type declaration");
                case XMLStreamConstants.ENTITY_REFERENCE -> throw unsafe("an entity");
                case XMLStreamConstants.PROCESSING_INSTRUCTION -> throw unsafe("a processing instruction");
                case XMLStreamConstants.CHARACTERS, XMLStreamConstants.CDATA -> {
                    if (styles > 0 && LOADS.matcher(reader.getText()).find()) {
                        throw unsafe("a style that loads something");
                    }
                }
                default -> {
                    // comments and space
                }
            }
        }
    }

    private static void element(XMLStreamReader reader, int depth) {
        String name = reader.getLocalName();
        String namespace = reader.getNamespaceURI() == null ? "" : reader.getNamespaceURI();
        if (depth == 0 && !(namespace.equals(SVG) && name.equals("svg"))) {
            throw new IllegalArgumentException("its first element is not <svg xmlns=\"" + SVG + "\">");
        }
        if (depth > DEEPEST) {
            throw new IllegalArgumentException("its elements are nested more than " + DEEPEST + " deep");
        }
        if (namespace.equals(XHTML) || namespace.isEmpty() || (namespace.equals(SVG) && !ELEMENTS.contains(name))) {
            throw unsafe("the element '" + name + "'");
        }
        for (int i = 0; i < reader.getAttributeCount(); i++) {
            String of = reader.getAttributeNamespace(i) == null ? "" : reader.getAttributeNamespace(i);
            if (MEANT.contains(of)) {
                attribute(reader.getAttributeLocalName(i).toLowerCase(Locale.ROOT), reader.getAttributeValue(i));
            }
        }
    }

    private static void attribute(String name, String value) {
        boolean elsewhere =
                (name.equals("href") || name.equals("src")) && !value.strip().startsWith("#");
        if (name.startsWith("on")
                || name.equals("base")
                || elsewhere
                || LOADS.matcher(value).find()) {
            throw unsafe("the attribute '" + name + "' with a script or something from elsewhere");
        }
    }

    private static IllegalArgumentException unsafe(String what) {
        return new IllegalArgumentException("it contains " + what + ", and only drawings are served");
    }
}
