package dev.hexadmin.http.panel.users;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.zxing.common.BitMatrix;
import com.google.zxing.qrcode.decoder.Decoder;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class QrCodeTest {
    private static final Pattern RUN = Pattern.compile("M(\\d+) (\\d+)h(\\d+)v1h-(\\d+)z");

    @Test
    void what_is_drawn_is_read_again_and_has_a_quiet_zone() throws Exception {
        String text = "otpauth://totp/Hexadmin:somebody.with.a.long.name%40example.com"
                + "?secret=ABCDEFGHIJKLMNOPQRSTUVWXYZ234567&issuer=Hexadmin";
        QrCode code = QrCode.of(text);
        int modules = code.size() - 8;
        BitMatrix drawn = new BitMatrix(modules);
        Matcher runs = RUN.matcher(code.path());
        int end = 0;
        while (runs.find()) {
            assertThat(runs.start()).as("nothing else in the path").isEqualTo(end);
            end = runs.end();
            assertThat(runs.group(3)).isEqualTo(runs.group(4));
            for (int i = 0; i < Integer.parseInt(runs.group(3)); i++) {
                drawn.set(Integer.parseInt(runs.group(1)) - 4 + i, Integer.parseInt(runs.group(2)) - 4);
            }
        }
        assertThat(end).isEqualTo(code.path().length());
        assertThat(new Decoder().decode(drawn).getText()).isEqualTo(text);
    }
}
