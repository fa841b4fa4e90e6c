package dev.cofferdam.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Keeps the BOM, which has no parent and so repeats the version, in step with the modules. */
class BomTests {
    @Test
    void the_bom_has_the_version_of_the_modules() throws Exception {
        assertThat(text(project("bom"), "version")).isEqualTo(text(project("."), "version"));
    }

    @Test
    void the_bom_lists_the_published_modules_and_nothing_else() throws Exception {
        List<String> published = new ArrayList<>();
        for (String module : CodeBase.PUBLISHED) {
            published.add(text(project(module), "artifactId"));
        }

        NodeList listed = project("bom").getElementsByTagName("dependency");
        List<String> artifacts = new ArrayList<>();
        for (int i = 0; i < listed.getLength(); i++) {
            artifacts.add(text((Element) listed.item(i), "artifactId"));
        }
        assertThat(artifacts).containsExactlyInAnyOrderElementsOf(published);
    }

    private static Element project(String module) throws Exception {
        Path pom = CodeBase.root().resolve(module).resolve("pom.xml");
        return DocumentBuilderFactory.newDefaultInstance()
                .newDocumentBuilder()
                .parse(pom.toFile())
                .getDocumentElement();
    }

    /** Return the text of a direct child. */
    private static String text(Element parent, String name) {
        NodeList children = parent.getChildNodes();
        for (int i = 0; i < children.getLength(); i++) {
            if (children.item(i).getNodeName().equals(name)) {
                return children.item(i).getTextContent();
            }
        }
        throw new IllegalArgumentException("no <" + name + "> in <" + parent.getTagName() + ">");
    }
}
