package dev.hexadmin.domain.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DigitGroupsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|0",
                "999|999",
                "-999|-999",
                "1000|1,000",
                "-1000|-1,000",
                "1284.5678|1,284.5678",
                "9223372036854775807|9,223,372,036,854,775,807",
                "1e1000|1e1000",
                "12345 kg|12345 kg"
            })
    void stand_before_the_point_of_a_number(String plain, String grouped) {
        assertThat(DigitGroups.of(plain)).isEqualTo(grouped);
    }
}
