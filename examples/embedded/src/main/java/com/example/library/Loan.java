package com.example.library;

import dev.hexadmin.bootstrap.AdminField;
import dev.hexadmin.bootstrap.AdminModel;
import dev.hexadmin.bootstrap.Ref;
import java.time.LocalDate;
import java.util.Optional;

/**
 * @param borrowerId one of Hexadmin's users
 * @param outBookId the book while it is out: no two loans have the same
 */
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
        Optional<LocalDate> returnedOn,
        @AdminField(readOnly = true, unique = true, label = "Book that is out") Optional<Long> outBookId) {}
