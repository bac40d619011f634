package dev.hexadmin.http.fields;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DecimalPatternTest {
    @Test
    void a_text_matches_when_it_is_within_the_bound() {
        List<String> texts = new ArrayList<>();
        for (String sign : List.of("", "-")) {
            for (String whole :
                    List.of("0", "00", "1", "01", "2", "8", "9", "10", "19", "20", "95", "99", "100", "105", "205")) {
                texts.add(sign + whole);
                for (String fraction :
                        List.of("0", "00", "04", "05", "050", "051", "049", "1", "5", "50", "51", "9", "99")) {
                    texts.add(sign + whole + "." + fraction);
                }
            }
        }
        for (String bound : List.of(
                "0", "0.05", "0.5", "1", "1.05", "2", "9", "9.05", "9.5", "10", "19.5", "20", "99", "99.99", "100",
                "105.05", "-0.05", "-1", "-2.5", "-9.05", "-10", "-100", "1E+2")) {
            BigDecimal number = new BigDecimal(bound);
            Pattern least = Pattern.compile(DecimalPattern.atLeast(number));
            Pattern most = Pattern.compile(DecimalPattern.atMost(number));
            for (String text : texts) {
                int compared = new BigDecimal(text).compareTo(number);
                assertThat(least.matcher(text).find()).as(text + " >= " + bound).isEqualTo(compared >= 0);
                assertThat(most.matcher(text).find()).as(text + " <= " + bound).isEqualTo(compared <= 0);
            }
        }
    }
}
