package com.example.warehouse;

import dev.hexadmin.bootstrap.AdminField;
import dev.hexadmin.bootstrap.AdminModel;

@AdminModel(name = "withdrawals", display = "Withdrawal {id}", ordering = "-id", navOrder = 20)
record Withdrawal(
        long id,
        Part part,
        @AdminField(minimum = "1") int amount,
        @AdminField(maxLength = 80) String purpose) {}
