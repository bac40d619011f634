package com.example.library;

import dev.hexadmin.bootstrap.AdminModel;
import dev.hexadmin.bootstrap.Ref;
import java.time.LocalDate;
import java.util.Optional;

/** @param borrowerId one of Hexadmin's users */
@AdminModel(
        name = "loans",
        ordering = "-lent_on",
        listFilter = {"book_id", "borrower_id"},
        navGroup = "Library",
        navOrder = 10)
record Loan(
        long id,
        Book book,
        @Ref(to = "admin_users") long borrowerId,
        LocalDate lentOn,
        LocalDate dueOn,
        Optional<LocalDate> returnedOn) {}
