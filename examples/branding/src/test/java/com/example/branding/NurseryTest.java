package com.example.branding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.hexadmin.application.panel.FieldWidget.FieldControl;
import dev.hexadmin.application.panel.FieldWidget.FieldValue;
import dev.hexadmin.application.panel.FieldWidget.Place;
import dev.hexadmin.application.panel.PanelExtension;
import dev.hexadmin.domain.text.Language;
import org.junit.jupiter.api.Test;

class NurseryTest {
    private final PanelExtension panel = new Nursery().panel();

    @Test
    void the_page_needs_a_right_and_is_in_the_navigation() {
        assertEquals("stock-take", panel.pages().getFirst().path());
        assertEquals("plants", panel.pages().getFirst().right().model());
        assertEquals("Inventur", panel.pages().getFirst().title().in(new Language("de")));
        assertTrue(panel.pages().getFirst().navigation().isPresent());
    }

    @Test
    void stars_are_read_by_screen_readers() {
        String markup = Stars.WIDGET
                .shows()
                .show(new FieldValue(4L, "Rating", Place.LIST, Language.ENGLISH))
                .markup();
        assertTrue(markup.contains("aria-label=\"4 of 5 stars\""), markup);
    }

    @Test
    void the_form_has_a_radio_button_for_each_rating_and_none_where_it_may_be_empty() {
        assertEquals(6, radios(new FieldControl("rating", "3", "Rating", "l", false, false, Language.ENGLISH)));
        assertEquals(5, radios(new FieldControl("rating", "3", "Rating", "l", true, false, Language.ENGLISH)));
    }

    private static int radios(FieldControl control) {
        String markup = Stars.WIDGET.edits().orElseThrow().edit(control).markup();
        assertTrue(markup.contains("<input checked name=\"rating\" type=\"radio\" value=\"3\">"), markup);
        assertFalse(markup.contains("style="), markup);
        return markup.split("type=\"radio\"", -1).length - 1;
    }

    @Test
    void the_style_sheet_is_in_the_module() {
        assertEquals("stars.css", panel.files().getFirst().name());
        assertTrue(panel.files().getFirst().content().length > 0);
    }
}
