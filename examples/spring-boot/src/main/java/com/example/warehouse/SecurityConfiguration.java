package com.example.warehouse;

import javax.sql.DataSource;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.Customizer;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.core.userdetails.User;
import org.springframework.security.crypto.factory.PasswordEncoderFactories;
import org.springframework.security.crypto.password.PasswordEncoder;
import org.springframework.security.provisioning.JdbcUserDetailsManager;
import org.springframework.security.web.SecurityFilterChain;

/** The users of the program: the tables of Spring Security's reference, made by {@code V1__warehouse.sql}. */
@Configuration(proxyBeanMethods = false)
class SecurityConfiguration {
    @Bean
    JdbcUserDetailsManager users(DataSource source) {
        return new JdbcUserDetailsManager(source);
    }

    @Bean
    PasswordEncoder passwords() {
        return PasswordEncoderFactories.createDelegatingPasswordEncoder();
    }

    /** A storekeeper who may change everything, and a clerk who may view. */
    @Bean
    ApplicationRunner firstUsers(
            JdbcUserDetailsManager users,
            PasswordEncoder passwords,
            @Value("${warehouse.first-password}") String password) {
        return arguments -> {
            if (!users.userExists("ada@example.com")) {
                String encoded = passwords.encode(password);
                users.createUser(User.withUsername("ada@example.com")
                        .password(encoded)
                        .roles("ADMIN")
                        .build());
                users.createUser(User.withUsername("eva@example.com")
                        .password(encoded)
                        .roles("CLERK")
                        .build());
            }
        };
    }

    @Bean
    SecurityFilterChain chain(HttpSecurity http) throws Exception {
        return http.authorizeHttpRequests(all -> all.anyRequest().authenticated())
                .httpBasic(Customizer.withDefaults())
                .csrf(AbstractHttpConfigurer::disable) // programs call it with a password, no browser with a cookie
                .build();
    }
}
